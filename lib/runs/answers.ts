import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { readTogether } from "@/lib/db/read";
import { costOf, type Price } from "@/lib/runs/price";
import {
  type AnswerFacts,
  type AnswerStretch,
  type AnswersQuery,
  NewRating,
  type Rating,
  Tokens,
} from "@/lib/runs/schema";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject } from "@/lib/shared/json";

export type Answers = ReturnType<typeof createAnswers>;

type Parts = { db: Db; now: () => Date; price?: Price | undefined };
const newestRatings = 500;

/** What is known of answers beside their words: who worked on them, what they used, what the person thought (C9, C13). */
export function createAnswers({ db, now, price }: Parts) {
  return {
    /**
     * Oldest first: the newest of `runs`, or those right before the `before` oldest; without a number, all. An unknown
     * thread has none. A turn that a person was asked something in has several runs.
     */
    async list(ownerId: string, threadId: string, page: AnswersQuery = {}): Promise<AnswerStretch> {
      const mine = { ...ownedBy(ownerId), threadId: idFilter(threadId) };
      const end = page.before ?? (await db.run.count({ where: mine }));
      const earlier = page.runs === undefined ? 0 : Math.max(0, end - page.runs);
      const runs = await db.run.findMany({
        where: mine,
        orderBy: [{ startedAt: "asc" }, { id: "asc" }],
        skip: earlier,
        take: end - earlier,
      });
      const these = { runId: { in: runs.map(({ id }) => id) } };
      const [invocations, ratings] = await readTogether(db, [
        db.invocation.findMany({
          where: these,
          orderBy: { startedAt: "asc" },
          omit: { base: true, marks: true, kept: true },
        }),
        db.rating.findMany({ where: these }),
      ]);
      const answers = runs.map((run): AnswerFacts => {
        const usage = Tokens.safeParse(run.usage).data ?? null;
        return {
          runId: run.id,
          messageId: messageOf(run.input),
          status: run.status,
          durationMs: duration(run),
          usage,
          cost: usage && price ? costOf(usage, price) : null,
          agents: invocations
            .filter(({ runId }) => runId === run.id)
            .map((each) => ({
              id: each.id,
              agent: each.agent,
              toolCallId: each.toolCallId,
              status: each.status,
              durationMs: duration(each),
              usage: Tokens.safeParse(each.usage).data ?? null,
            })),
          rating: NewRating.safeParse(pickRating(ratings.find(({ runId }) => runId === run.id))).data ?? null,
        };
      });
      return { answers, earlier };
    },

    /** The newest opinion counts. Throws not_found for another owner's run as for none. */
    async rate(ownerId: string, runId: string, { value, reason }: NewRating): Promise<void> {
      const { threadId } = await runOf(ownerId, runId);
      const said = { value, reason, createdAt: now() };
      await db.rating.upsert({
        where: { runId },
        create: { runId, threadId, ownerId, ...said },
        update: said,
      });
    },

    async unrate(ownerId: string, runId: string): Promise<void> {
      await runOf(ownerId, runId);
      await db.rating.deleteMany({ where: { ...ownedBy(ownerId), runId: idFilter(runId) } });
    },

    /** The newest 500. */
    async ratings(ownerId: string): Promise<Rating[]> {
      const rows = await db.rating.findMany({
        where: ownedBy(ownerId),
        orderBy: { createdAt: "desc" },
        take: newestRatings,
      });
      return rows.map(({ runId, threadId, createdAt, ...said }) => ({
        ...NewRating.parse(pickRating(said)),
        runId,
        threadId,
        createdAt: createdAt.toISOString(),
      }));
    },
  };

  async function runOf(ownerId: string, runId: string): Promise<{ threadId: string }> {
    const run = await db.run.findFirst({
      where: { ...ownedBy(ownerId), id: idFilter(runId) },
      select: { threadId: true },
    });
    if (!run) throw new AppError("not_found", "There is no such answer.");
    return run;
  }
}

function pickRating(row: { value: string; reason: string } | undefined) {
  return row && { value: row.value, reason: row.reason };
}

function messageOf(input: unknown): string {
  const message = isJsonObject(input) ? input.message : undefined;
  return isJsonObject(message) && typeof message.id === "string" ? message.id : "";
}

function duration({ startedAt, endedAt }: { startedAt: Date; endedAt: Date | null }): number | null {
  return endedAt && endedAt.getTime() - startedAt.getTime();
}
