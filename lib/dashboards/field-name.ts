import type { DashboardDocument } from "@/lib/dashboards/document";
import { parsePointer } from "@/lib/shared/pointer";

const plainNames: Record<string, string> = {
  queryId: "query",
  placedBy: "place",
  layout: "place",
  deleted: "existence",
};

/** A field in a reader's words, e.g. `title of w_7 “Churn”`. */
export function fieldName(path: string, document: DashboardDocument): string {
  const [group, id, ...rest] = parsePointer(path);
  if (group === "variables") return `variable $${id}`;
  if (group !== "widgets" || id === undefined)
    return group === undefined ? "the dashboard" : `the dashboard's ${plainNames[group] ?? group}`;
  const title = document.widgets[id]?.title;
  const widget = title === undefined ? id : `${id} “${title}”`;
  const [field, key] = rest;
  if (field === undefined) return widget;
  return `${key === undefined ? (plainNames[field] ?? field) : `${field}.${key}`} of ${widget}`;
}
