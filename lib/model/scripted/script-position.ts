import type { Conversation, PastStep } from "@/lib/model/conversation";
import type { Step } from "@/lib/scenarios/scenario";
import type { Json } from "@/lib/shared/json";

/** Which step comes next, read from the transcript alone, so that a restart goes on right (L5). */
export function nextStepIndex(conversation: Conversation): number {
  return playedSteps(conversation).length;
}

/** Results of past calls by the script's own call id; the engine gives calls ids of its own (T9). */
export function resultsByScriptId(script: readonly Step[], conversation: Conversation): Map<string, Json> {
  const results = new Map<string, Json>();
  playedSteps(conversation).forEach((past, index) => {
    const step = script[index];
    if (!step || !past) return;
    const calls = variantPlayed(step, past).calls ?? [];
    calls.forEach((call, position) => {
      const result = past.calls[position]?.result;
      if (result !== undefined) results.set(call.id, result);
    });
  });
  return results;
}

/** A step that failed left no message: the human message after it shows that it was played. */
function playedSteps(conversation: Conversation): (PastStep | undefined)[] {
  return conversation.turns.flatMap((turn, index) => {
    const isLast = index === conversation.turns.length - 1;
    return turn.steps.length === 0 && !isLast ? [undefined] : turn.steps;
  });
}

/** With `when`, either side may have been played: the one whose calls are those of the transcript. */
function variantPlayed(step: Step, past: PastStep): Step {
  const made = past.calls.map((call) => call.tool).join();
  for (let variant: Step | undefined = step; variant; variant = variant.else)
    if ((variant.calls ?? []).map((call) => call.tool).join() === made) return variant;
  return step;
}
