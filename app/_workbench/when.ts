const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago, short: "now", "5 min", "3 h", "2 d", then a date. */
export function whenOf(at: Date, now: Date): string {
  const agoMs = now.getTime() - at.getTime();
  if (agoMs < minuteMs) return "now";
  if (agoMs < hourMs) return `${Math.floor(agoMs / minuteMs)} min`;
  if (agoMs < dayMs) return `${Math.floor(agoMs / hourMs)} h`;
  if (agoMs < 7 * dayMs) return `${Math.floor(agoMs / dayMs)} d`;
  return at.toLocaleDateString(undefined, { month: "short", day: "numeric" });
}
