import type { AnswerPart, Prompt } from "@/lib/model/language-model";
import { cutIntoPieces, pause } from "@/lib/model/pieces";
import { estimateTokens } from "@/lib/model/tokens";

/** One call as the model writes it: its arguments are text, and may be wrong on purpose. */
export type SpokenCall = { id: string; tool: string; json: string };

/** How an answer is given: pieces for each text and each call's arguments, and the time before each. */
export type Pace = { pieces: (text: string) => number; delayMs: number; atomic: boolean };

export type Answer = { text: string; calls: readonly SpokenCall[] };

/** Speaks an answer as a provider would: text first, then each call's arguments growing. */
export async function* speak(
  answer: Answer,
  pace: Pace,
  prompt: Prompt,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerPart> {
  yield { type: "stream-start", warnings: [] };
  // Text ids repeat from step to step, as Anthropic's do.
  if (answer.text !== "") yield* speakText("0", answer.text, pace, signal);
  for (const call of answer.calls) yield* speakCall(call, pace, signal);
  await pause(0, signal);
  yield finish(answer, prompt);
}

async function* speakText(
  id: string,
  text: string,
  pace: Pace,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerPart> {
  yield { type: "text-start", id };
  for (const delta of pieces(text, pace)) {
    await pause(pace.delayMs, signal);
    yield { type: "text-delta", id, delta };
  }
  yield { type: "text-end", id };
}

async function* speakCall(
  call: SpokenCall,
  pace: Pace,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerPart> {
  // Some providers send a call whole, without growing arguments: `atomic` does, too.
  if (!pace.atomic) {
    yield { type: "tool-input-start", id: call.id, toolName: call.tool };
    for (const delta of pieces(call.json, pace)) {
      await pause(pace.delayMs, signal);
      yield { type: "tool-input-delta", id: call.id, delta };
    }
    yield { type: "tool-input-end", id: call.id };
  } else await pause(pace.delayMs, signal);
  yield { type: "tool-call", toolCallId: call.id, toolName: call.tool, input: call.json };
}

function pieces(text: string, pace: Pace): string[] {
  return pace.atomic ? [text] : cutIntoPieces(text, pace.pieces(text));
}

function finish(answer: Answer, prompt: Prompt): AnswerPart {
  const spoken = estimateTokens(answer.text + answer.calls.map((call) => call.json).join(""));
  const read = estimateTokens(JSON.stringify(prompt));
  return {
    type: "finish",
    finishReason:
      answer.calls.length > 0
        ? { unified: "tool-calls", raw: "tool_calls" }
        : { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: read, noCache: read, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: spoken, text: spoken, reasoning: 0 },
    },
  };
}
