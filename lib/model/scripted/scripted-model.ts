import { APICallError } from "ai";
import { readConversation } from "@/lib/model/conversation";
import {
  type AnswerPart,
  type ModelCall,
  type Prompt,
  type StreamingModel,
  streamingModel,
} from "@/lib/model/language-model";
import { nextStepIndex, resultsByScriptId } from "@/lib/model/scripted/script-position";
import { substitute, substituteText } from "@/lib/model/scripted/substitute";
import { type Pace, type SpokenCall, speak } from "@/lib/model/speak";
import type { Scenario, ScriptedCall, Step } from "@/lib/scenarios/scenario";
import { AppError } from "@/lib/shared/app-error";
import type { Json } from "@/lib/shared/json";

/** Results of the run's calls so far, of every agent: a delegate's script may use its caller's. */
export type RunResults = Map<string, Json>;

/** Plays one agent's part of a scenario (L5, L6). */
export function scriptedModel(
  scenario: Scenario,
  slot: string,
  shared: RunResults,
  onCall: (call: ScriptedCall) => void = () => {},
): StreamingModel {
  const script = scriptFor(scenario, slot);
  return streamingModel("scripted", scenario.name, (call) =>
    play(call, { scenario, slot, script, shared, onCall }),
  );
}

/** A second invocation may have a script of its own; an agent the scenario doesn't name plays its first part. */
function scriptFor(scenario: Scenario, slot: string): readonly Step[] {
  const agent = slot.split("#")[0] ?? slot;
  return scenario.script[slot] ?? scenario.script[agent] ?? Object.values(scenario.script)[0] ?? [];
}

type Part = {
  scenario: Scenario;
  slot: string;
  script: readonly Step[];
  shared: RunResults;
  onCall(call: ScriptedCall): void;
};

async function* play(call: ModelCall, part: Part): AsyncGenerator<AnswerPart> {
  const conversation = readConversation(call.prompt);
  for (const [id, result] of resultsByScriptId(part.script, conversation)) part.shared.set(id, result);
  const index = nextStepIndex(conversation);
  const step = chooseVariant(part.script[index], JSON.stringify(call.prompt), part, index);
  if (step.error === "rate_limit") throw refusal(429, "scripted rate limit");
  if (step.error === "overloaded") throw refusal(529, "scripted overload");
  const calls = (step.calls ?? []).map((scripted) => writeCall(scripted, part.shared));
  for (const scripted of step.calls ?? []) part.onCall(scripted);
  const text = String(substituteText(step.text ?? "", (id) => part.shared.get(id)));
  const spoken = speak({ text, calls }, paceOf(step), call.prompt, call.abortSignal);
  yield* step.error === "aborted-stream" ? cutOff(spoken, call.prompt) : spoken;
}

function chooseVariant(step: Step | undefined, prompt: string, part: Part, index: number): Step {
  for (let variant = step; variant; variant = variant.else)
    if (variant.when === undefined || prompt.includes(JSON.stringify(variant.when).slice(1, -1)))
      return variant;
  const what = step ? `the prompt doesn't hold "${step.when}" and there is no other step` : "the script ends";
  throw new AppError(
    "bad_input",
    `Scenario "${part.scenario.name}", agent "${part.slot}", model call ${index + 1}: ${what}.`,
  );
}

function writeCall(call: ScriptedCall, results: RunResults): SpokenCall {
  const json = JSON.stringify(substitute(call.input, (id) => results.get(id)));
  return { id: call.id, tool: call.tool, json: call.failsToParse ? json.slice(0, -1) : json };
}

/** Without `chunks`, pieces of about 24 characters. */
function paceOf(step: Step): Pace {
  return {
    pieces: (text) => step.chunks ?? Math.ceil(text.length / 24),
    delayMs: step.delayMs ?? 0,
    atomic: step.atomic ?? false,
  };
}

/** The stream breaks off before the answer is finished. */
async function* cutOff(spoken: AsyncIterable<AnswerPart>, prompt: Prompt): AsyncGenerator<AnswerPart> {
  for await (const part of spoken) {
    if (part.type === "text-end" || part.type === "tool-input-end" || part.type === "finish") {
      const cause = new TypeError("terminated");
      throw new APICallError({ message: "terminated", url: "", requestBodyValues: prompt.length, cause });
    }
    yield part;
  }
}

function refusal(statusCode: number, message: string): APICallError {
  return new APICallError({
    message,
    url: "",
    requestBodyValues: {},
    statusCode,
    responseHeaders: { "retry-after-ms": "1" },
    isRetryable: true,
  });
}
