import { z } from "zod";
import {
  type Layout,
  specs,
  Variable,
  type Widget,
  type WidgetEdit,
  WidgetKind,
} from "@/lib/dashboards/schema";
import type { WidgetChange, WidgetInput } from "@/lib/dashboards/widget-edits";
import { AppError } from "@/lib/shared/app-error";

const members = Object.entries(specs).map(([kind, spec]) => {
  const keys = Object.entries(spec.shape).map(([key, field]) =>
    field instanceof z.ZodOptional ? `${key}?` : key,
  );
  return `${kind} {${keys.join(", ")}}`;
});

const specHelp =
  `Which columns go where, and settings. Left out, it is guessed from the columns' types. By kind: ${members.join("; ")}. ` +
  "y, rows and columns are lists. format: number, integer, percent (a share from 0 to 1), currency, compact, date, month, text. " +
  "stack: bar none|stacked|percent, area true|false. sort: none|ascending|descending. aggregate: sum|avg|count|min|max. " +
  'sparkline: {"x","y"}. columns of a table: [{"column","label"?,"format"?,"rules"?}]. top: only the n largest, the rest as Other. ' +
  'lines: [{"value","label"?}] across the chart. rules: [{"when":"above"|"below","value","tone":"good"|"warning"|"bad"}] colour numbers. ' +
  "formats: a format by column. A text with section true is a heading that folds what lies below it.";

export const DashboardId = z.string().describe("d_…");
export const ExpectedVersion = z
  .number()
  .int()
  .optional()
  .describe("The version your decision rests on. Only needed after you read it yourself or were refused.");
const Title = z.string().trim().min(1).max(200);
/** Any JSON; told to a model as plainly as that, without the recursion that some providers refuse. */
const Spec = z.record(z.string(), z.unknown()).pipe(z.record(z.string(), z.json()));
const Text = z.string().max(20_000).describe("Markdown of a text widget.");

export const NewWidgetInput = z.strictObject({
  title: Title,
  kind: WidgetKind,
  query_id: z.string().optional().describe("A saved query; every kind but text needs one."),
  spec: Spec.optional().describe(specHelp),
  text: Text.optional(),
  size: z.enum(["small", "medium", "large", "full"]).optional().describe("Left out, it fits the kind."),
});

export const WidgetEditInput = z.strictObject({
  widget_id: z.string(),
  title: Title.optional(),
  kind: WidgetKind.optional(),
  query_id: z.string().optional(),
  spec: Spec.optional().describe(
    "Only the members to change; null takes one out. Same members as in plot_widgets.",
  ),
  text: Text.optional(),
});

export const WidgetMoveInput = z.strictObject({
  widget_id: z.string(),
  x: z.number().int().min(0).max(11).optional(),
  y: z.number().int().min(0).optional(),
  w: z.number().int().min(1).max(12).optional(),
  h: z.number().int().min(1).max(40).optional(),
});

/** A variable in a tool's words. One shape for every kind keeps the schema short; `variableOf` and the service check it. */
export const VariableInput = z.strictObject({
  name: z.string().describe("As in $name: lower-case letters, digits and _."),
  kind: z
    .enum(["text", "number", "choice", "multi_choice", "query_choice", "date_range", "date_grain"])
    .optional()
    .describe("Needed to add one."),
  label: z.string().max(100).optional(),
  value: z
    .union([
      z.string(),
      z.number(),
      z.array(z.string()).max(500),
      z.strictObject({ from: z.string(), to: z.string() }),
      z.strictObject({ last: z.number().int(), unit: z.enum(["day", "week", "month", "year"]) }),
    ])
    .describe(
      'Of a date_range {"from","to"} as ISO days or {"last":90,"unit":"day"}; of a date_grain day|week|month|quarter|year; of a multi_choice a list.',
    ),
  options: z.array(z.string()).max(500).optional().describe("Of a choice or multi_choice."),
  query_id: z.string().optional().describe("Of a query_choice: a query whose first column has the choices."),
});
export type VariableInput = z.infer<typeof VariableInput>;

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without members that are undefined. */
function present<T extends object>(value: T): Partial<Present<T>> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<
    Present<T>
  >;
}

export function widgetInput({
  title,
  kind,
  query_id,
  spec,
  text,
  size,
}: z.infer<typeof NewWidgetInput>): WidgetInput {
  return { title, kind, ...present({ queryId: query_id, spec, text, size }) };
}

export function widgetChange({
  widget_id,
  query_id,
  ...rest
}: z.infer<typeof WidgetEditInput>): WidgetChange {
  const edit: WidgetEdit = present({ ...rest, queryId: query_id });
  return { widgetId: widget_id, ...edit };
}

/** A move says only what changes; the rest is as the widget lies now. */
export function widgetMove(
  { widget_id, x, y, w, h }: z.infer<typeof WidgetMoveInput>,
  widgets: readonly Widget[],
): WidgetChange {
  const now = widgets.find((widget) => widget.id === widget_id)?.layout ?? { x: 0, y: 0, w: 1, h: 1 };
  const layout: Layout = { ...now, ...present({ x, y, w, h }) };
  return { widgetId: widget_id, layout };
}

/** The variable as the dashboard keeps it. Throws bad_input that says what to fix. */
export function variableOf(input: unknown): Variable {
  const parsed = Variable.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AppError("bad_input", z.prettifyError(parsed.error).replace(/✖ /g, ""));
}

/** In the words of the schema, without what was left out. */
export function variableMembers({ name, value, kind, label, options, query_id }: VariableInput) {
  return { name, value, ...present({ kind, label, options, queryId: query_id }) };
}
