import { columnLabel } from "@/app/_canvas/charts/compiled";
import type { DateSpan, Variable } from "@/lib/dashboards/schema";

export const variableLabel = ({ label, name }: Pick<Variable, "label" | "name">) =>
  label ?? columnLabel(name);

export const kindWords: Record<Variable["kind"], string> = {
  text: "Text",
  number: "Number",
  choice: "Choice",
  multi_choice: "Several choices",
  query_choice: "Choice from a query",
  date_range: "Dates",
  date_grain: "Grain of dates",
};

export const presets: { label: string; span: DateSpan }[] = [
  { label: "Last 7 days", span: { last: 7, unit: "day" } },
  { label: "Last 30 days", span: { last: 30, unit: "day" } },
  { label: "Last 90 days", span: { last: 90, unit: "day" } },
  { label: "Last 6 months", span: { last: 6, unit: "month" } },
  { label: "Last 12 months", span: { last: 12, unit: "month" } },
  { label: "Last 3 years", span: { last: 3, unit: "year" } },
];

export function spanWords(span: DateSpan, locale: string): string {
  if ("last" in span) return span.last === 1 ? `Last ${span.unit}` : `Last ${span.last} ${span.unit}s`;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return day.formatRange(new Date(`${span.from}T00:00Z`), new Date(`${span.to}T00:00Z`));
}

/** A value as one reads it: on paper, and in a message. */
export function valueWords(variable: Variable, locale: string): string {
  if (variable.kind === "date_range") return spanWords(variable.value, locale);
  if (variable.kind === "multi_choice")
    return variable.value.length === variable.options.length ? "All" : variable.value.join(", ") || "None";
  if (variable.kind === "number") return variable.value.toLocaleString(locale);
  return variable.value === "" ? "Anything" : variable.value;
}
