import type { Widget } from "@/lib/dashboards/schema";

type Named = { column: string; at: string };

/** The columns a widget's spec names, each with where it names it. */
export function specColumns(widget: Pick<Widget, "kind" | "spec">): Named[] {
  return Object.entries(widget.spec).flatMap(([key, value]) => namesIn(key, value));
}

// Members that are settings, not names of columns.
const settings = new Set([
  ...["format", "better", "smooth", "stack", "horizontal", "sort", "donut", "aggregate"],
  ...["top", "lines", "rules", "section", "folded"],
]);

function namesIn(key: string, value: unknown): Named[] {
  if (settings.has(key.split(".").at(-1) ?? "")) return [];
  if (key === "formats" && typeof value === "object" && value !== null)
    return Object.keys(value).map((column) => ({ column, at: key }));
  if (typeof value === "string") return key.endsWith(".label") ? [] : [{ column: value, at: key }];
  if (Array.isArray(value)) return value.flatMap((each, index) => namesIn(`${key}.${index}`, each));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) => namesIn(`${key}.${member}`, each));
}
