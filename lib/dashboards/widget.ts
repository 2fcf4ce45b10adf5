import { z } from "zod";
import { defaultSpec } from "@/lib/dashboards/default-spec";
import {
  gridColumns,
  type Layout,
  type NewWidget,
  specs,
  Widget,
  type WidgetEdit,
} from "@/lib/dashboards/schema";
import { specColumns } from "@/lib/dashboards/spec-columns";
import { AppError } from "@/lib/shared/app-error";
import type { Author } from "@/lib/shared/author";
import type { JsonObject } from "@/lib/shared/json";
import type { Column } from "@/lib/sources/schema";

/** What a widget needs to know of the queries: their columns, by id. */
export type QueryColumns = ReadonlyMap<string, { columns: readonly Column[] }>;

const wrong = (message: string) => new AppError("bad_input", message);

function columnsOf(queryId: string, queries: QueryColumns): readonly Column[] {
  const query = queries.get(queryId);
  if (!query) throw wrong(`There is no query ${queryId}. Save it first and name its query_id.`);
  return query.columns;
}

/** A spec with its missing members guessed from the columns; an own member always counts (D8). */
function completeSpec(
  kind: Widget["kind"],
  spec: JsonObject | undefined,
  columns: readonly Column[],
): JsonObject {
  const guess = defaultSpec(kind, columns);
  if (!spec) return guess;
  const required = Object.entries(specs[kind].shape).filter(([, field]) => !(field instanceof z.ZodOptional));
  const missing = required.flatMap(([name]) =>
    name in spec || guess[name] === undefined ? [] : [[name, guess[name]] as const],
  );
  return { ...Object.fromEntries(missing), ...spec };
}

/** A widget's form alone. Throws bad_input that says what to fix (D8). */
function checkForm(candidate: unknown): Widget {
  const parsed = Widget.safeParse(candidate);
  if (!parsed.success) throw wrong(readable(parsed.error, candidate));
  checkLayout(parsed.data.layout);
  return parsed.data;
}

/** The form, and that the query exists and has every column the spec names (D8). */
function checkWidget(candidate: unknown, queries: QueryColumns): Widget {
  const widget = checkForm(candidate);
  if (widget.kind === "text") return widget;
  const names = new Set(columnsOf(widget.queryId, queries).map((column) => column.name));
  const unknown = specColumns(widget).filter(({ column }) => !names.has(column));
  if (unknown.length === 0) return widget;
  const told = unknown.map(({ column, at }) => `spec.${at} names "${column}"`).join(", ");
  throw wrong(`${told}, but ${widget.queryId} has only: ${Array.from(names).join(", ")}.`);
}

function checkLayout({ x, w }: Layout): void {
  if (x + w > gridColumns) throw wrong(`x + w is ${x + w}, but the grid has ${gridColumns} columns.`);
}

function readable(error: z.ZodError, candidate: unknown): string {
  const kind =
    typeof candidate === "object" && candidate !== null ? Reflect.get(candidate, "kind") : undefined;
  const known = Object.entries(specs).find(([name]) => name === kind);
  const members = known
    ? ` A ${known[0]}'s spec may have: ${Object.keys(known[1].shape).join(", ") || "nothing"}.`
    : "";
  return `${z
    .prettifyError(error)
    .replaceAll("✖ ", "")
    .replace(/\s*\n\s*(→ )?/g, " ")}.${members}`;
}

type Placed = { id: string; layout: Layout; placedBy: Widget["placedBy"]; madeBy: Author };

/** A new widget from what a person or a model wrote. Throws bad_input that says what to fix. */
export function newWidget(input: NewWidget, placed: Placed, queries: QueryColumns): Widget {
  const { title, kind, queryId, spec, text } = input;
  const { id, layout, placedBy, madeBy } = placed;
  const shared = { id, title, layout, placedBy, madeBy, kind };
  if (kind === "text") {
    const section = spec?.section === true;
    if (text === undefined && !section) throw wrong("A text widget needs text (Markdown).");
    return checkWidget({ ...shared, spec: spec ?? {}, text: text ?? "" }, queries);
  }
  if (queryId === undefined) throw wrong(`A ${kind} needs a query_id: save a query first.`);
  const completed = completeSpec(kind, spec, columnsOf(queryId, queries));
  return checkWidget({ ...shared, queryId, spec: completed }, queries);
}

/**
 * The widget with only the named members changed. A spec is merged by its top-level keys, null takes one out; another
 * kind starts a new spec, and keeps the format of the same values. Throws bad_input that says what to fix.
 */
export function editWidget(
  widget: Widget,
  edit: WidgetEdit,
  by: Widget["placedBy"],
  queries: QueryColumns,
): Widget {
  const kind = edit.kind ?? widget.kind;
  const shared = {
    id: widget.id,
    title: edit.title ?? widget.title,
    layout: edit.layout ?? widget.layout,
    placedBy: edit.layout ? by : widget.placedBy,
    madeBy: widget.madeBy,
    kind,
  };
  if (kind === "text") {
    const text = edit.text ?? (widget.kind === "text" ? widget.text : "");
    return checkWidget(
      { ...shared, spec: mergedSpec(widget.kind === "text" ? widget.spec : {}, edit.spec), text },
      queries,
    );
  }
  if (edit.text !== undefined) throw wrong(`Only a text widget has text; this is a ${kind}.`);
  const queryId = edit.queryId ?? (widget.kind === "text" ? undefined : widget.queryId);
  if (queryId === undefined) throw wrong(`A ${kind} needs a query_id.`);
  if (kind !== widget.kind) {
    const spec = completeSpec(kind, edit.spec, columnsOf(queryId, queries));
    return checkWidget({ ...shared, queryId, spec: { ...keptFormat(widget, kind, spec), ...spec } }, queries);
  }
  // A widget whose query lost a column can still be named and moved.
  if (edit.queryId === undefined && edit.spec === undefined)
    return checkForm({ ...shared, queryId, spec: widget.spec });
  return checkWidget({ ...shared, queryId, spec: mergedSpec(widget.spec, edit.spec) }, queries);
}

/** What another kind keeps: how the values are written, where they are the same values. */
function keptFormat({ spec: before }: Widget, kind: Widget["kind"], spec: JsonObject): object {
  const same = valuesOf(before) !== undefined && valuesOf(before) === valuesOf(spec);
  const taken = same && "format" in before && before.format && "format" in specs[kind].shape;
  return taken ? { format: before.format } : {};
}

/** The column whose values a spec draws, the first of them if there are more. */
function valuesOf(spec: object): unknown {
  if ("value" in spec) return spec.value;
  return "y" in spec && Array.isArray(spec.y) ? spec.y[0] : undefined;
}

/** By top-level members; null takes one out. */
function mergedSpec(spec: object, edit: WidgetEdit["spec"]): object {
  return Object.fromEntries(Object.entries({ ...spec, ...edit }).filter(([, value]) => value !== null));
}
