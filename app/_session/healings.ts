/** A time that the page's state was another than the server's (R8): after which event, and when, in ms since 1970. */
export type Healing = { seq: number; noticedAt: number; healedAt: number | null };

const kept = 20;

/** What is known of them after a change of the session; the newest last. */
export function noteHealing(
  healings: readonly Healing[],
  before: { diverged: boolean },
  after: { diverged: boolean; seq: number },
  now: number,
): readonly Healing[] {
  if (before.diverged === after.diverged) return healings;
  if (after.diverged) return [...healings, { seq: after.seq, noticedAt: now, healedAt: null }].slice(-kept);
  return healings.map((each) => (each.healedAt === null ? { ...each, healedAt: now } : each));
}
