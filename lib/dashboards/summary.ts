import { type DashboardDocument, diffDocuments } from "@/lib/dashboards/document";
import { valueText } from "@/lib/dashboards/variables";
import type { Operation } from "@/lib/shared/patch-operation";
import { parsePointer } from "@/lib/shared/pointer";

const listed = 3;

function named(titles: string[]): string {
  const shown = titles.slice(0, listed).map((title) => `“${title}”`);
  const more = titles.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

const count = (n: number, noun: string) => (n === 1 ? `a ${noun}` : `${n} ${noun}s`);

function widgetsSummary(
  before: DashboardDocument,
  after: DashboardDocument,
  operations: Operation[],
): string[] {
  const steps = operations.map((operation) => ({ operation, keys: parsePointer(operation.path) }));
  const whole = steps.filter(({ keys }) => keys[0] === "widgets" && keys.length === 2);
  const titles = (op: Operation["op"], document: DashboardDocument) =>
    whole
      .filter(({ operation }) => operation.op === op)
      .map(({ keys }) => document.widgets[keys[1] ?? ""]?.title ?? "");
  const added = titles("add", after);
  const removed = titles("remove", before);
  const fields = new Map<string, Set<string>>();
  for (const { keys } of steps) {
    const [group, id, field] = keys;
    if (group !== "widgets" || id === undefined || field === undefined) continue;
    fields.set(id, (fields.get(id) ?? new Set()).add(field));
  }
  const changed = (only: (fields: Set<string>) => boolean) =>
    Array.from(fields).flatMap(([id, names]) => (only(names) ? [after.widgets[id]?.title ?? id] : []));
  const isMove = (names: Set<string>) => [...names].every((name) => name === "layout" || name === "placedBy");
  const isRename = (names: Set<string>) => names.size === 1 && names.has("title");
  const moved = changed(isMove);
  const edited = changed((names) => !isMove(names) && !isRename(names));
  const renamed = Array.from(fields).flatMap(([id, names]) =>
    isRename(names) ? [`renamed “${before.widgets[id]?.title}” to “${after.widgets[id]?.title}”`] : [],
  );
  return [
    ...(added.length > 0 ? [`added ${count(added.length, "widget")}: ${named(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${count(removed.length, "widget")}: ${named(removed)}`] : []),
    ...renamed.slice(0, listed),
    ...(renamed.length > listed ? [`renamed ${renamed.length - listed} more`] : []),
    ...(edited.length > 0 ? [`changed ${named(edited)}`] : []),
    ...(moved.length > 0 ? [`moved ${named(moved)}`] : []),
  ];
}

function variablesSummary(after: DashboardDocument, operations: Operation[]): string[] {
  return operations.flatMap(({ op, path }) => {
    const [group, name] = parsePointer(path);
    if (group !== "variables" || name === undefined) return [];
    const variable = after.variables[name]?.variable;
    if (!variable) return [`removed the variable $${name}`];
    const text = valueText(variable.value);
    return [op === "add" ? `added the variable $${name}` : `set $${name} to “${text}”`];
  });
}

/** What a write did, in one sentence for people and models alike. */
export function summarise(before: DashboardDocument, after: DashboardDocument): string {
  if (after.deleted && !before.deleted) return `Deleted the dashboard “${before.title}”`;
  if (before.deleted && !after.deleted) return `Restored the dashboard “${after.title}”`;
  const operations = diffDocuments(before, after);
  const parts = [
    ...(before.title === after.title ? [] : [`renamed the dashboard “${before.title}” to “${after.title}”`]),
    ...(before.description === after.description ? [] : ["changed the description"]),
    ...(before.report === after.report ? [] : [after.report ? "made it a report" : "made it a dashboard"]),
    ...variablesSummary(after, operations),
    ...widgetsSummary(before, after, operations),
  ];
  const sentence = parts.join("; ") || "changed nothing";
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
