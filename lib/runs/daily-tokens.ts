import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import { Tokens } from "@/lib/runs/schema";
import { AppError } from "@/lib/shared/app-error";

/** Throws over_limit when the owner's runs of this day (UTC) have used what a day may (C13). */
export async function checkDay(
  {
    db,
    now,
    maxTokensPerDay,
  }: { db: Pick<Db, "run">; now: () => Date; maxTokensPerDay?: number | undefined },
  ownerId: string,
): Promise<void> {
  if (maxTokensPerDay === undefined) return;
  const day = new Date(now());
  day.setUTCHours(0, 0, 0, 0);
  const runs = await db.run.findMany({
    where: { ...ownedBy(ownerId), startedAt: { gte: day } },
    select: { usage: true },
  });
  const used = runs.reduce((sum, { usage }) => {
    const tokens = Tokens.safeParse(usage).data;
    return sum + (tokens ? tokens.inputTokens + tokens.outputTokens : 0);
  }, 0);
  if (used < maxTokensPerDay) return;
  throw new AppError(
    "over_limit",
    `Today’s ${maxTokensPerDay.toLocaleString("en")} tokens are used up. It goes on at midnight UTC, or with a higher KABOO_TOKENS_PER_DAY.`,
  );
}
