import type { DateSpan, Variable } from "@/lib/dashboards/schema";
import type { Params } from "@/lib/sources/schema";

/** The days a span means. "Last 90 days" ends today, in the reader's own calendar. */
export function daysOf(span: DateSpan, now: Date): { from: string; to: string } {
  if ("from" in span) return span;
  const start = new Date(now);
  if (span.unit === "day") start.setDate(start.getDate() - span.last + 1);
  if (span.unit === "week") start.setDate(start.getDate() - span.last * 7 + 1);
  if (span.unit === "month") start.setMonth(start.getMonth() - span.last);
  if (span.unit === "year") start.setFullYear(start.getFullYear() - span.last);
  return { from: isoDay(start), to: isoDay(now) };
}

function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The variables' values as query parameters, a date range as two. */
export function paramsOf(variables: readonly Variable[], now = new Date()): Params {
  return Object.fromEntries(
    variables.flatMap((variable): [string, Params[string]][] => {
      if (variable.kind !== "date_range") return [[variable.name, variable.value]];
      const { from, to } = daysOf(variable.value, now);
      return [
        [`${variable.name}_from`, from],
        [`${variable.name}_to`, to],
      ];
    }),
  );
}
