import { z } from "zod";
import { Author } from "@/lib/shared/author";
import { Counter } from "@/lib/shared/counter";
import { Format } from "@/lib/shared/format";
import { Params } from "@/lib/sources/schema";

const ColumnName = z.string().min(1).max(128);
const Measures = z.array(ColumnName).min(1).max(20);
/** Lines across a chart that a value is read against, such as a target (D15). */
const References = z
  .array(z.strictObject({ value: z.number(), label: z.string().max(60).optional() }))
  .max(5);
/** A colour for values past a bound; the first rule that holds counts (D15). */
export const Rule = z.strictObject({
  when: z.enum(["above", "below"]),
  value: z.number(),
  tone: z.enum(["good", "warning", "bad"]),
});
export type Rule = z.infer<typeof Rule>;
const Rules = z.array(Rule).max(8);
/** Columns that are written otherwise than the rest of the widget. */
const Formats = z.record(ColumnName, Format);
/** Only the largest so many; the rest is one named Other. */
const Top = z.number().int().min(1).max(50);

/** What each kind of widget draws from its query's columns (D8). Closed: an unknown key is told by name. */
export const specs = {
  number: z.strictObject({
    value: ColumnName,
    compare: ColumnName.optional(),
    sparkline: z.strictObject({ x: ColumnName, y: ColumnName }).optional(),
    format: Format.optional(),
    better: z.enum(["up", "down", "neutral"]).optional(),
    rules: Rules.optional(),
  }),
  line: z.strictObject({
    x: ColumnName,
    y: Measures,
    series: ColumnName.optional(),
    smooth: z.boolean().optional(),
    top: Top.optional(),
    lines: References.optional(),
    format: Format.optional(),
    formats: Formats.optional(),
  }),
  area: z.strictObject({
    x: ColumnName,
    y: Measures,
    series: ColumnName.optional(),
    stack: z.boolean().optional(),
    top: Top.optional(),
    lines: References.optional(),
    format: Format.optional(),
    formats: Formats.optional(),
  }),
  bar: z.strictObject({
    x: ColumnName,
    y: Measures,
    series: ColumnName.optional(),
    stack: z.enum(["none", "stacked", "percent"]).optional(),
    horizontal: z.boolean().optional(),
    sort: z.enum(["none", "ascending", "descending"]).optional(),
    top: Top.optional(),
    lines: References.optional(),
    format: Format.optional(),
    formats: Formats.optional(),
  }),
  pie: z.strictObject({
    label: ColumnName,
    value: ColumnName,
    donut: z.boolean().optional(),
    format: Format.optional(),
  }),
  scatter: z.strictObject({
    x: ColumnName,
    y: ColumnName,
    size: ColumnName.optional(),
    series: ColumnName.optional(),
  }),
  heatmap: z.strictObject({ x: ColumnName, y: ColumnName, value: ColumnName, format: Format.optional() }),
  funnel: z.strictObject({ stage: ColumnName, value: ColumnName, format: Format.optional() }),
  table: z.strictObject({
    columns: z
      .array(
        z.strictObject({
          column: ColumnName,
          label: z.string().max(100).optional(),
          format: Format.optional(),
          rules: Rules.optional(),
        }),
      )
      .max(50)
      .optional(),
  }),
  pivot: z.strictObject({
    rows: z.array(ColumnName).min(1).max(5),
    columns: z.array(ColumnName).max(3),
    value: ColumnName,
    aggregate: z.enum(["sum", "avg", "count", "min", "max"]),
    format: Format.optional(),
  }),
  /** A text that is a section stands as a heading above what lies below it, up to the next one, and folds it (D13). */
  text: z.strictObject({ section: z.boolean().optional(), folded: z.boolean().optional() }),
};

export type WidgetKind = keyof typeof specs;
export const widgetKinds = Object.keys(specs) as [WidgetKind, ...WidgetKind[]];
export const WidgetKind = z.enum(widgetKinds);
export type WidgetSpec<K extends WidgetKind = WidgetKind> = z.infer<(typeof specs)[K]>;

/** Cells of the 12-column grid; y grows downwards, one row is 40 px. Stored and drawn as placed (D7). */
export const Layout = z.object({
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0).max(10_000),
  w: z.number().int().min(1).max(12),
  h: z.number().int().min(1).max(40),
});
export type Layout = z.infer<typeof Layout>;
export const gridColumns = 12;

const shared = {
  id: z.string(),
  title: z.string().max(200),
  layout: Layout,
  /** A person's placing is never moved by a program (D7). */
  placedBy: z.enum(["agent", "person"]),
  madeBy: Author,
};
const drawn = <K extends Exclude<WidgetKind, "text">>(kind: K) =>
  z.strictObject({ ...shared, kind: z.literal(kind), queryId: z.string(), spec: specs[kind] });

/** One widget, whoever writes it (D8). */
export const Widget = z.discriminatedUnion("kind", [
  drawn("number"),
  drawn("line"),
  drawn("area"),
  drawn("bar"),
  drawn("pie"),
  drawn("scatter"),
  drawn("heatmap"),
  drawn("funnel"),
  drawn("table"),
  drawn("pivot"),
  z.strictObject({ ...shared, kind: z.literal("text"), spec: specs.text, text: z.string().max(20_000) }),
]);
export type Widget = z.infer<typeof Widget>;

const named = { name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), label: z.string().max(100).optional() };

const DateRange = z.strictObject({ from: z.iso.date(), to: z.iso.date() });
/** The days up to and with today: it moves on by itself. */
const LastDays = z.strictObject({
  last: z.number().int().min(1).max(1_000),
  unit: z.enum(["day", "week", "month", "year"]),
});
export const DateSpan = z.union([DateRange, LastDays]);
export type DateSpan = z.infer<typeof DateSpan>;
export const DateGrain = z.enum(["day", "week", "month", "quarter", "year"]);
export type DateGrain = z.infer<typeof DateGrain>;

/** A dashboard's variable, bound as `$name` in its queries (D9). */
export const Variable = z.discriminatedUnion("kind", [
  z.strictObject({ ...named, kind: z.literal("text"), value: z.string() }),
  z.strictObject({ ...named, kind: z.literal("number"), value: z.number() }),
  z.strictObject({
    ...named,
    kind: z.literal("choice"),
    options: z.array(z.string()).min(1).max(500),
    value: z.string(),
  }),
  /** Bound as a list, for `list_contains($name, column)`. */
  z.strictObject({
    ...named,
    kind: z.literal("multi_choice"),
    options: z.array(z.string()).min(1).max(500),
    value: z.array(z.string()).max(500),
  }),
  z.strictObject({ ...named, kind: z.literal("query_choice"), queryId: z.string(), value: z.string() }),
  /** Bound as `$name_from` and `$name_to`, ISO days. */
  z.strictObject({ ...named, kind: z.literal("date_range"), value: DateSpan }),
  /** Bound for `date_trunc($name, column)`. */
  z.strictObject({ ...named, kind: z.literal("date_grain"), value: DateGrain }),
]);
export type Variable = z.infer<typeof Variable>;

/** A dashboard as JSON over HTTP (camelCase) and as stored. */
export const Dashboard = z.object({
  id: z.string(),
  title: z.string().min(1).max(200),
  description: z.string().max(2_000),
  /** Laid out as one column for reading (D12). */
  report: z.boolean(),
  version: z.number().int(),
  variables: z.array(Variable).max(30),
  widgets: z.array(Widget).max(200),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const NewDashboard = z.strictObject({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).optional(),
  report: z.boolean().optional(),
  variables: z.array(Variable).max(30).optional(),
});
export type NewDashboard = z.infer<typeof NewDashboard>;

/** What a person edits of a dashboard; `layouts` moves several widgets at once, as a swap needs. */
export const DashboardEdit = NewDashboard.omit({ report: true })
  .partial()
  .extend({ layouts: z.record(z.string(), Layout).optional() });
export type DashboardEdit = z.infer<typeof DashboardEdit>;

/** A person's new widget: the server gives it an id, a place when none is named, and a spec where it can guess one. */
export const NewWidget = z.strictObject({
  title: z.string().trim().min(1).max(200),
  kind: WidgetKind,
  queryId: z.string().optional(),
  spec: z.record(z.string(), z.json()).optional(),
  text: z.string().max(20_000).optional(),
  layout: Layout.optional(),
});
export type NewWidget = z.infer<typeof NewWidget>;

export const WidgetEdit = NewWidget.partial();
export type WidgetEdit = z.infer<typeof WidgetEdit>;

/** A dashboard as a file, with the queries it draws from (D10). */
export const DashboardFile = z.strictObject({
  kaboo: z.literal("dashboard"),
  format: z.literal(1),
  dashboard: z.strictObject({
    title: Dashboard.shape.title,
    description: Dashboard.shape.description,
    report: z.boolean(),
    variables: Dashboard.shape.variables,
    widgets: Dashboard.shape.widgets,
  }),
  queries: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string().trim().min(1).max(200),
        sql: z.string().min(1).max(100_000),
        sourceId: z.string(),
        description: z.string().max(2_000),
        params: Params,
      }),
    )
    .max(200),
});
export type DashboardFile = z.infer<typeof DashboardFile>;

/** A dashboard as lists name it. */
export const DashboardEntry = Dashboard.pick({
  id: true,
  title: true,
  version: true,
  updatedAt: true,
}).extend({
  widgetCount: z.number().int(),
});
export type DashboardEntry = z.infer<typeof DashboardEntry>;

/** A deleted dashboard, until when it can be had back (D13). */
export const TrashEntry = z.object({
  id: z.string(),
  title: z.string(),
  widgetCount: z.number().int(),
  deletedAt: z.string(),
  goneAt: z.string(),
});
export type TrashEntry = z.infer<typeof TrashEntry>;

/** What to take back: some changes, a run's, or an agent's since a moment (D4). */
export const Undo = z.union([
  z.strictObject({ changeIds: z.array(z.string()).min(1).max(200) }),
  z.strictObject({ runId: z.string() }),
  z.strictObject({ agent: z.string(), since: z.iso.datetime({ offset: true }) }),
]);
export type Undo = z.infer<typeof Undo>;

export const Restore = z.strictObject({ version: z.number().int().min(1) });

/** Search parameters of the routes. */
export const VersionQuery = z.object({ version: Counter.min(1).optional() });
export const SinceQuery = z.object({ since: Counter.default(0) });
