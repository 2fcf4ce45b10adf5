import { converse } from "@/lib/agent/converse";
import type { Invocation, InvocationOutcome } from "@/lib/agent/run-scope";

/** What a model is asked when its last words had broken off: most want the last word to be somebody else's. */
export const goOnText = "Go on where you stopped.";

/**
 * Continue (R5): an invocation that a crash, an error or Stop broke off goes on from its last finished step. Calls that
 * never ended are told to the model as interrupted; what had been done stays done.
 */
export async function goOn(invocation: Invocation): Promise<InvocationOutcome> {
  const { row, transcript } = invocation;
  await transcript.append(row.id, ...transcript.missingResults());
  if (transcript.messages.at(-1)?.role === "assistant")
    await transcript.append(row.id, { role: "user", content: goOnText });
  return converse(invocation);
}
