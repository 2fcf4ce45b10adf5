const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago, in the reader's language: "5 minutes ago", "yesterday", "now". */
export function agoOf(at: string, now: number, locale: string): string {
  const text = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const past = Date.parse(at) - now;
  for (const [unit, length] of steps) {
    if (Math.abs(past) >= length) return text.format(Math.round(past / length), unit);
  }
  return text.format(0, "second");
}
