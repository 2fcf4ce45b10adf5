import type { Widget, WidgetKind } from "@/lib/dashboards/schema";
import { Format } from "@/lib/shared/format";
import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";

/** One setting of a kind's spec as the side panel offers it. */
export type Setting =
  | { key: string; label: string; type: "column"; required: boolean }
  | { key: string; label: string; type: "columns"; required: boolean }
  | { key: string; label: string; type: "choice"; choices: { value: string; label: string }[] }
  | { key: string; label: string; type: "switch" }
  | { key: string; label: string; type: "number"; hint: string }
  | { key: "lines"; label: string; type: "lines" }
  | { key: "rules"; label: string; type: "rules" }
  | { key: "formats"; label: string; type: "formats" }
  | { key: "sparkline"; label: string; type: "sparkline" }
  | { key: "columns"; label: string; type: "table" };

const column = (key: string, label: string, required = true): Setting => ({
  key,
  label,
  type: "column",
  required,
});
const columns = (key: string, label: string, required = true): Setting => ({
  key,
  label,
  type: "columns",
  required,
});
const choice = (key: string, label: string, ...words: [string, string][]): Setting => ({
  key,
  label,
  type: "choice",
  choices: words.map(([value, name]) => ({ value, label: name })),
});
const toggle = (key: string, label: string): Setting => ({ key, label, type: "switch" });

export const formatNames: Record<Format, string> = {
  number: "Number",
  integer: "Whole number",
  percent: "Percent",
  currency: "Currency",
  compact: "Short (1.2K)",
  date: "Date",
  month: "Month",
  text: "As text",
};
const format = choice(
  "format",
  "Format",
  ["", "By column"],
  ...Format.options.map((each): [string, string] => [each, formatNames[each]]),
);
const top: Setting = { key: "top", label: "Only the largest", type: "number", hint: "The rest is “Other”" };
const extras: Setting[] = [
  top,
  { key: "lines", label: "Reference lines", type: "lines" },
  { key: "formats", label: "Format by column", type: "formats" },
];
const rules: Setting = { key: "rules", label: "Colours", type: "rules" };
const measured = [column("x", "Across"), columns("y", "Values"), column("series", "Split by", false)];

/** What can be set of each kind, in the order it is read. */
export const settings: Record<WidgetKind, Setting[]> = {
  number: [
    column("value", "Value"),
    column("compare", "Compare with", false),
    choice("better", "Better when", ["", "Higher"], ["down", "Lower"], ["neutral", "Neither"]),
    { key: "sparkline", label: "Line of its past", type: "sparkline" },
    format,
    rules,
  ],
  line: [...measured, toggle("smooth", "Smooth lines"), format, ...extras],
  area: [...measured, toggle("stack", "Stack"), format, ...extras],
  bar: [
    ...measured,
    choice("stack", "Bars", ["", "Side by side"], ["stacked", "Stacked"], ["percent", "As shares"]),
    choice(
      "sort",
      "Order",
      ["", "As the query gives"],
      ["descending", "Largest first"],
      ["ascending", "Smallest first"],
    ),
    choice("horizontal", "Direction", ["", "As they fit"], ["true", "Lying"], ["false", "Upright"]),
    format,
    ...extras,
  ],
  pie: [column("label", "Parts"), column("value", "Value"), toggle("donut", "Ring"), format],
  scatter: [
    column("x", "Across"),
    column("y", "Up"),
    column("size", "Size", false),
    column("series", "Colour", false),
  ],
  heatmap: [column("x", "Across"), column("y", "Down"), column("value", "Value"), format],
  funnel: [column("stage", "Stage"), column("value", "Value"), format],
  table: [{ key: "columns", label: "Columns", type: "table" }],
  pivot: [
    columns("rows", "Rows"),
    columns("columns", "Columns", false),
    column("value", "Value"),
    choice(
      "aggregate",
      "Summary",
      ["sum", "Sum"],
      ["avg", "Average"],
      ["count", "Count"],
      ["min", "Smallest"],
      ["max", "Largest"],
    ),
    format,
  ],
  text: [toggle("section", "Section heading"), toggle("folded", "Folded to begin with")],
};

/** Only what differs travels: a spec is merged by its top-level keys, and null takes one out. */
export function specEdit(before: JsonObject, after: JsonObject): JsonObject | null {
  const edit: JsonObject = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (JSON.stringify(old) !== JSON.stringify(now)) edit[key] = now ?? null;
  }
  return Object.keys(edit).length > 0 ? edit : null;
}

/** The spec with one setting changed; "" and false mean that it is left to its default. */
export function withSetting(spec: JsonObject, key: string, value: Json): JsonObject {
  const { [key]: _before, ...rest } = spec;
  const unset =
    value === "" ||
    value === null ||
    (value === false && !autoKeys.has(key)) ||
    isEmptyObject(value) ||
    (key === "columns" && spec.aggregate !== undefined ? false : isEmptyList(value));
  return unset ? rest : { ...rest, [key]: value };
}

/** Settings that are on, or as it fits, as long as nothing is said: there “false” says something. */
const autoKeys = new Set(["donut", "horizontal"]);

const isEmptyObject = (value: Json) => isJsonObject(value) && Object.keys(value).length === 0;
const isEmptyList = (value: Json) => Array.isArray(value) && value.length === 0;

/** A widget's spec without the members that are only there as undefined. */
export function plainSpec(widget: Widget): JsonObject {
  const plain = plainJson(widget.spec);
  return isJsonObject(plain) ? plain : {};
}
