import type { PlannedCall } from "@/lib/model/demo/move";
import { plan } from "@/lib/model/demo/plan";
import { readKnown } from "@/lib/model/demo/read-known";
import {
  type AnswerPart,
  type ModelCall,
  type StreamingModel,
  streamingModel,
} from "@/lib/model/language-model";
import { type Pace, speak } from "@/lib/model/speak";

/** A rule-based planner behind the interface of a real model (T6): no key, no network, no memory. */
export function demoModel(pace: "watchable" | "at-once" = "watchable"): StreamingModel {
  return streamingModel("kaboo", "demo", (call) => answer(call, pace));
}

async function* answer(call: ModelCall, pace: "watchable" | "at-once"): AsyncGenerator<AnswerPart> {
  const move = plan(readKnown(call));
  const calls = move.calls.map((planned, index) => ({
    id: `call_${index}`,
    tool: planned.tool,
    json: JSON.stringify(planned.input),
  }));
  yield* speak(
    { text: move.text, calls },
    pace === "watchable" ? paceOf(move.calls) : { ...paceOf(move.calls), delayMs: 0 },
    call.prompt,
    call.abortSignal,
  );
}

/** Widgets are written slowly enough that their ghosts are seen; everything else in a moment. */
function paceOf(calls: readonly PlannedCall[]): Pace {
  const plots = calls.some((call) => call.tool.endsWith("plot_widgets"));
  return {
    pieces: (text) => Math.min(plots ? 36 : 24, Math.ceil(text.length / 12)),
    delayMs: plots ? 40 : 12,
    atomic: false,
  };
}
