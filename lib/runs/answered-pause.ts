import { answerProblem } from "@/lib/agent/answer-problem";
import type { Answer, OpenRequest } from "@/lib/agent/open-request";
import { ownedBy } from "@/lib/db/owned";
import type { LoggedThread } from "@/lib/runs/event-writer";
import type { Beginning, GivenAnswer } from "@/lib/runs/open-run";
import { type RunInput, TrustedInput, trustInput, trustRest } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { AppError } from "@/lib/shared/app-error";
import { equalJson } from "@/lib/shared/equal-json";
import type { Json } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";
import { readPause } from "@/lib/threads/pauses";

/**
 * What an input begins: a run for a person's message; or, with answers and nothing new to say, one that takes up what
 * waited for them, with the message and context it had then (V8, H1, T8). Throws conflict for an answer that nobody
 * waits for any more, bad_input for one that doesn't fit what was asked.
 */
export async function beginningOf(
  { db, team, now }: Pick<RunParts, "db" | "team" | "now">,
  { threadId, ownerId }: LoggedThread,
  input: RunInput,
): Promise<Beginning> {
  const last = input.messages.at(-1);
  const brings = (input.resume ?? []).length > 0 || last?.role === "tool";
  if (!brings && !input.messages.some(({ role }) => role === "tool"))
    return { trusted: trustInput(input, team.stateKeys) };

  const { invocations, requests } = await readPause(db, threadId);
  const answers = [...resumeAnswers(input, requests, now()), ...toolAnswers(input, requests)];
  for (const { id, answer } of answers) {
    const problem = answerProblem(
      team,
      requests.find((request) => request.id === id),
      answer,
    );
    if (problem) throw new AppError("bad_input", problem);
  }
  const known = brings && last?.role === "user" ? await messageIsKnown(last.id) : brings;
  if (!known) return { trusted: trustInput(input, team.stateKeys), answers };
  if (answers.length === 0) throw new AppError("conflict", "Nothing waits for this answer any more.");

  const waits = invocations.find((row) => row.toolCallId === "")?.runId ?? "";
  const run = await db.run.findFirst({ where: { ...ownedBy(ownerId), threadId, id: waits } });
  if (!run) throw new AppError("conflict", "Nothing waits for an answer here.");
  const before = TrustedInput.parse(run.input);
  const given = trustRest(input, team.stateKeys);
  const { kaboo_action: _, ...props } = { ...before.forwardedProps, ...given.forwardedProps };
  const { message, context } = before;
  return { trusted: { ...given, message, context, forwardedProps: props }, answers, takesUp: true };

  async function messageIsKnown(id: string): Promise<boolean> {
    return (await db.message.count({ where: { threadId, id } })) > 0;
  }
}

function resumeAnswers(input: RunInput, requests: readonly OpenRequest[], now: Date): GivenAnswer[] {
  return (input.resume ?? []).map(({ interruptId, status, payload }) => {
    const request = requests.find(({ id }) => id === interruptId);
    if (!request) throw new AppError("conflict", "What this answers is over. Reload to see how it went on.");
    const answer: Answer = { status, payload: (payload ?? null) as Json };
    const given = request.expiresAt <= now ? { status: "expired" as const, payload: null } : answer;
    if (request.answer && !equalJson(plainJson(request.answer), plainJson(given)))
      throw new AppError("conflict", "This was answered before.");
    return { id: request.id, answer: given };
  });
}

/** Tool messages of a client's own calls that wait; all others are history. */
function toolAnswers(input: RunInput, requests: readonly OpenRequest[]): GivenAnswer[] {
  return input.messages.flatMap((message) => {
    if (message.role !== "tool") return [];
    const request = requests.find(
      ({ kind, toolCallId, answer }) => kind === "client" && !answer && toolCallId === message.toolCallId,
    );
    if (!request) return [];
    const { content, error } = message;
    const payload = { content: plainJson(content), ...(error !== undefined && { error }) };
    return [{ id: request.id, answer: { status: "resolved", payload } }];
  });
}
