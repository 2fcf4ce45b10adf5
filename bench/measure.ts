/** What is half above and half below. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that so many percent are at or below. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}

export async function timed(run: () => unknown): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/**
 * Runs the sides in turn, so that whatever else the machine does falls on all of them alike. One round more than
 * `rounds`, the first of which counts for nothing. Gives each side's results, round by round.
 */
export async function inTurn<Side extends string, T>(
  rounds: number,
  sides: Record<Side, (round: number) => Promise<T>>,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Side, T[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const result = await sides[name](round);
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}

/** The median of the ratios that the rounds gave. */
export function ratio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
