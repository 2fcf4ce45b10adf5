import type { Format } from "@/lib/shared/format";

const notAmounts =
  /(^|_)(avg|average|mean|median|min|max|rate|ratio|share|pct|percent|percentage|price|score|per|p\d\d)(_|$)/i;

/** Whether values of a column may be added up: amounts and counts may; rates, averages and prices say nothing as a sum. */
export function isAdditive(name: string, format: Format | undefined): boolean {
  return format !== "percent" && !notAmounts.test(name);
}

/** Several values as one: their sum where that means something, else their mean. Null when there is none. */
export function combined(values: readonly (number | null)[], additive: boolean): number | null {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return null;
  const sum = there.reduce((total, value) => total + value, 0);
  return additive ? sum : sum / there.length;
}
