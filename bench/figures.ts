/** One thing measured, and what is promised of it. */
export type Figure = {
  /** The rule that promises it (P1 to P8). */
  rule: string;
  what: string;
  value: number;
  /** Behind the number, such as "ms" or "MiB"; "×" for a ratio. */
  unit: string;
  atMost?: number;
  atLeast?: number;
};

/** A part of the benchmark: `npm run bench NAME` runs it alone. */
export type Part = { name: string; title: string; run(): Promise<Figure[]> };

/** Whether a promise is kept; undefined where none is made. */
export function isMet({ value, atMost, atLeast }: Figure): boolean | undefined {
  if (atMost !== undefined) return value <= atMost;
  if (atLeast !== undefined) return value >= atLeast;
  return undefined;
}

export function renderValue(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString("en", { maximumFractionDigits: digits });
  return unit === "×" ? `${number}×` : `${number} ${unit}`;
}

export function renderTarget({ unit, atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `≤ ${renderValue(atMost, unit)}`;
  if (atLeast !== undefined) return `≥ ${renderValue(atLeast, unit)}`;
  return "";
}
