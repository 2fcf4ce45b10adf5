import { z } from "zod";
import { diffMembers } from "@/lib/changes/fields";
import { type Dashboard, Variable, Widget } from "@/lib/dashboards/schema";
import type { Db } from "@/lib/db/client";
import { isJsonObject } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";
import { plainJson } from "@/lib/shared/plain-json";
import { pointer } from "@/lib/shared/pointer";

/**
 * What of a dashboard is versioned. Widgets and variables are kept by id and name, never by position, so that an
 * operation still means the same after others have added and removed (D3, D4).
 */
export const DashboardDocument = z.object({
  title: z.string(),
  description: z.string(),
  report: z.boolean(),
  deleted: z.boolean(),
  variables: z.record(z.string(), z.object({ order: z.number(), variable: Variable })),
  widgets: z.record(z.string(), Widget),
});
export type DashboardDocument = z.infer<typeof DashboardDocument>;

export type DashboardRow = NonNullable<Awaited<ReturnType<Db["dashboard"]["findUnique"]>>>;

export function parseDocument(row: Pick<DashboardRow, "document">): DashboardDocument {
  return DashboardDocument.parse(row.document);
}

/** How many widgets a row has, without reading them all. */
export function countWidgets({ document }: Pick<DashboardRow, "document">): number {
  return isJsonObject(document) && isJsonObject(document.widgets) ? Object.keys(document.widgets).length : 0;
}

/** The columns of the table that follow from a document. */
export function rowOf(document: DashboardDocument, at: Date) {
  const { title, report, deleted } = document;
  return { title, report, document, updatedAt: at, deletedAt: deleted ? at : null };
}

/** As everybody sees it: widgets in reading order, variables in theirs. */
export function dashboardOf(
  { id, version, createdAt, updatedAt }: Pick<DashboardRow, "id" | "version" | "createdAt" | "updatedAt">,
  document: DashboardDocument,
): Dashboard {
  const variables = Object.values(document.variables).sort((a, b) => a.order - b.order);
  return {
    id,
    title: document.title,
    description: document.description,
    report: document.report,
    version,
    variables: variables.map((each) => each.variable),
    widgets: Object.values(document.widgets).sort(inReadingOrder),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function inReadingOrder(a: Widget, b: Widget): number {
  return a.layout.y - b.layout.y || a.layout.x - b.layout.x || (a.id < b.id ? -1 : 1);
}

/** Variables by name, keeping the order given. */
export function variablesByName(variables: readonly Variable[]): DashboardDocument["variables"] {
  return Object.fromEntries(variables.map((variable, order) => [variable.name, { order, variable }]));
}

/** The operations that turn one document into the other, a field at a time (D3). */
export function diffDocuments(before: DashboardDocument, after: DashboardDocument): Operation[] {
  const { variables: oldVariables, widgets: oldWidgets, ...oldFields } = before;
  const { variables, widgets, ...fields } = after;
  return [
    ...diffMembers(oldFields, fields),
    ...diffMembers(oldVariables, variables, "variables"),
    ...diffWidgets(oldWidgets, widgets),
  ];
}

function diffWidgets(before: Record<string, Widget>, after: Record<string, Widget>): Operation[] {
  return Object.keys({ ...before, ...after }).flatMap((id): Operation[] => {
    const [old, now] = [before[id], after[id]];
    const path = pointer("widgets", id);
    if (old === now) return [];
    if (!now) return [{ op: "remove", path }];
    if (!old) return [{ op: "add", path, value: plainJson(now) }];
    return diffWidget(old, now);
  });
}

function diffWidget(before: Widget, after: Widget): Operation[] {
  const { spec: oldSpec, ...oldFields } = before;
  const { spec, ...fields } = after;
  const keys = ["widgets", after.id];
  // Another kind has another spec altogether; otherwise each of its top-level keys is a field.
  const specs =
    before.kind === after.kind
      ? diffMembers(oldSpec, spec, ...keys, "spec")
      : diffMembers({ spec: oldSpec }, { spec }, ...keys);
  return [...diffMembers(oldFields, fields, ...keys), ...specs];
}

/** Widgets that operations touch. */
export function touchedWidgets(operations: readonly Operation[]): string[] {
  const ids = operations.flatMap(({ path }) => /^\/widgets\/([^/]+)/.exec(path)?.[1] ?? []);
  return Array.from(new Set(ids));
}
