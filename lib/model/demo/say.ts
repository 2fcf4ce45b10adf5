import { type Drawn, tellPlotted } from "@/lib/model/demo/draw";
import { usualDimensions } from "@/lib/model/demo/find-dimension";
import { periodOf } from "@/lib/model/demo/find-metric";
import { formatCell, formatMonth, formatValue, monthStart } from "@/lib/model/demo/format-cell";
import { ideasFrom } from "@/lib/model/demo/ideas";
import { drawerOf, type Known, lastCall } from "@/lib/model/demo/known";
import { isShare } from "@/lib/model/demo/metric";
import { type Move, say } from "@/lib/model/demo/move";
import { list, number, object, objects, textAt } from "@/lib/model/demo/read-json";
import type { Resolution, Resolved } from "@/lib/model/demo/resolve";
import { roleOf, type Table } from "@/lib/model/demo/table";
import { tool } from "@/lib/model/demo/tools";
import { wordsOf } from "@/lib/model/demo/words";

/** What was really made and drawn, and what the rows say. */
export function answerBuilt(
  known: Known,
  resolved: Resolved[],
  board: { id: string; title: string },
  drawn: Drawn[],
): Move {
  const saved = lastCall(known, tool.createQueries);
  const notSaved = objects(object(saved?.result)?.failed).map(
    (query) =>
      ` I couldn't save “${textAt(query, "title") ?? ""}”: ${textAt(query, "error") ?? "no reason was given"}.`,
  );
  return say(
    [
      tellDrawing(known, board, drawn),
      ...notSaved,
      tellRows(known, drawn),
      ...resolved.slice(0, 1).map(tellSpan),
      suggestNext(known, resolved, drawn),
    ]
      .filter(Boolean)
      .join(" "),
  );
}

function tellDrawing(known: Known, board: { id: string; title: string }, drawn: Drawn[]): string {
  const plotted = lastCall(known, tool.plot);
  const delegated = drawerOf(known) && lastCall(known, drawerOf(known) ?? "");
  const done = plotted ?? delegated;
  const titles = drawn.map((widget) => `“${widget.title}”`).join(", ");
  if (!done) return `I saved ${titles}, but have no way to draw here.`;
  const words = plotted ? tellPlotted(plotted) : (done.text ?? "");
  if (done.failed || /^(?:Nothing was drawn|I couldn)/.test(words))
    return `The queries are saved, but drawing failed: ${words}`;
  const problems = /Not drawn: .*/s.exec(words)?.[0] ?? "";
  const count = drawn.length === 1 ? titles : `${drawn.length} widgets: ${titles}`;
  return `“${board.title}” now has ${count}.${problems ? ` ${problems}` : ""}`;
}

/** What a rate over rows per month means. */
function tellSpan({ metric }: Resolved): string {
  const span = isShare(metric) ? periodOf(metric.table) : undefined;
  return span ? `Rates are per ${span}: of the rows of each ${span} in ${metric.table.name}.` : "";
}

/** The two ends of the rows that were looked at, cited with their query. */
function tellRows(known: Known, drawn: Drawn[]): string {
  const looked = lastCall(known, tool.runSql);
  if (!looked || looked.failed) return "";
  const sql = textAt(object(looked.input) ?? {}, "sql");
  const widget = drawn.find((one) => one.written.sql === sql);
  return widget
    ? tellEnds(looked.result, widget.title, widget.queryId, widget.spec.format === "percent")
    : "";
}

/** "Highest is LATAM with 3.9, lowest AMER with 1.6 (Churn by region)." */
export function tellEnds(
  result: unknown,
  title: string,
  queryId: string | undefined,
  share: boolean,
): string {
  const rows = rowsOf(result);
  const first = rows[0];
  const last = rows.at(-1);
  if (!first) return "The query gives no rows.";
  const source = queryId ? ` ([${title}](?query=${queryId}))` : "";
  if (first.length === 1) return `It is ${formatValue(first[0], share)}${source}.`;
  if (rows.length === 1 || !last)
    return `${formatCell(first[0])}: ${formatValue(first.at(-1), share)}${source}.`;
  const name = rows.every((row) => monthStart.test(formatCell(row[0]))) ? formatMonth : formatCell;
  const values = rows.map((row) => number(row.at(-1)));
  const most =
    rows[values.indexOf(Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY)))] ?? first;
  const least =
    rows[values.indexOf(Math.min(...values.map((value) => value ?? Number.POSITIVE_INFINITY)))] ?? last;
  return `Highest is ${name(most[0])} with ${formatValue(most.at(-1), share)}, lowest ${name(least[0])} with ${formatValue(least.at(-1), share)}${source}.`;
}

/** Rows as arrays, whether a tool gave arrays or objects. */
export function rowsOf(result: unknown): unknown[][] {
  return list(object(result)?.rows).map((row) =>
    Array.isArray(row) ? row : Object.values(object(row) ?? {}),
  );
}

function suggestNext(known: Known, resolved: Resolved[], drawn: Drawn[]): string {
  const [first] = resolved;
  if (!first) return "";
  const isDrawn = (label: string) =>
    drawn.some((widget) => widget.written.dimensions.includes(wordsOf(label).join("_")));
  const other = usualDimensions(first.metric.table, known.tables).find(
    (dimension) => !isDrawn(dimension.label),
  );
  const filter = first.dimensions.find((dimension) => !dimension.grain) ?? other;
  const measure = first.metric.label;
  const ideas = [
    ...(other ? [`“add ${measure} by ${other.label}”`] : []),
    ...(filter ? [`“add a filter by ${filter.label}”`] : []),
  ];
  return ideas.length > 0 ? `Next you could say ${ideas.join(" or ")}.` : "";
}

/** Asks back, with what the tables offer. */
export function asked(known: Known): Move {
  const ideas = ideasFrom(known.tables);
  if (ideas.length === 0)
    return say("There is no data yet. Drop a CSV, JSON or Parquet file on the page, and I can work with it.");
  return say(`What should it be about? For example: ${ideas.join(", ")}.`);
}

/** A measure or a split that isn't there: says so, and what is. */
export function offers(known: Known, missing: Resolution): Move {
  if (missing.kind === "no-dimension") {
    const instead = missing.offers.length > 0 ? ` I could split it by ${missing.offers.join(", ")}.` : "";
    return say(
      `I find ${missing.metric.label} in ${missing.metric.table.name}, but nothing like “${missing.said}” to split it by.${instead} Which one do you mean?`,
    );
  }
  const said = missing.kind === "nothing" ? missing.said : "";
  const ideas = ideasFrom(known.tables);
  if (ideas.length === 0) return asked(known);
  return say(
    `I find nothing like “${said}” in the data. I could show ${ideas.join(", ")}. Which would help?`,
  );
}

/** What data is there: each table with its size and what it holds. */
export function tellTables(known: Known, about: readonly string[]): Move {
  const named = known.tables.filter((table) =>
    about.some((word) => wordsOf(table.name).includes(word) || table.name.includes(word)),
  );
  const tables = named.length > 0 ? named : known.tables;
  if (tables.length === 0) return asked(known);
  const lines = tables.map(
    (table) =>
      `- **${table.name}**${table.rows === undefined ? "" : ` (${table.rows.toLocaleString("en")} rows)`}: ${named.length > 0 ? columnLines(table) : columnNames(table)}`,
  );
  const ideas = ideasFrom(tables).slice(0, 3);
  const opening =
    named.length > 0
      ? "Here is what it holds:"
      : `There ${tables.length === 1 ? "is one table" : `are ${tables.length} tables`}:`;
  return say(`${opening}\n\n${lines.join("\n")}\n\nTry ${ideas.join(", ")}.`);
}

const columnNames = (table: Table): string => table.columns.map((column) => column.name).join(", ");

const columnLines = (table: Table): string =>
  table.columns
    .map((column) => {
      const samples = roleOf(column) === "text" ? column.samples.slice(0, 3) : [];
      return `${column.name}${column.type ? ` ${column.type.toLowerCase()}` : ""}${samples.length > 0 ? ` (${samples.join(", ")}…)` : ""}`;
    })
    .join(", ");

/** What it can do, said honestly. */
export function tellAbilities(known: Known): Move {
  const ideas = ideasFrom(known.tables).slice(0, 2);
  const example = ideas.length > 0 ? `, such as ${ideas.join(" or ")}` : "";
  return say(
    [
      "I am the demo model: a set of rules, not a language model. I can",
      "",
      "- tell what data is there,",
      `- build a dashboard about a measure by something${example},`,
      "- add a chart to it, rename, move, resize or remove one, or change its kind,",
      "- add a filter, for example “add a filter by region”,",
      "- compare values, such as two regions, or a stretch of time, such as the last 6 months,",
      "- answer how much, how many or which has the most, explain a number, and undo.",
      "",
      "For anything else, connect a real model: set MODEL and a key in `.env.local` and start again.",
    ].join("\n"),
  );
}

/** A greeting or thanks, answered in a line. */
export function tellCourtesy(known: Known, thanks: boolean): Move {
  const [first, second] = ideasFrom(known.tables);
  const ideas = [first, second].filter(Boolean).join(" or ");
  const next = ideas ? ` You could ask for ${ideas}.` : "";
  return say(thanks ? `You're welcome.${next}` : `Hello! ${tellAbilities(known).text}`);
}

/** Rules know one language; a reader of another is told so in both. */
export function tellLanguage(known: Known, theirs: string): Move {
  const [idea] = ideasFrom(known.tables);
  const example = idea ? ` In English, for example: ${idea}.` : "";
  return say(
    `${theirs ? `${theirs} ` : ""}I am the demo model, and its rules understand English only. A real model, set by MODEL and a key in \`.env.local\`, understands your language.${example}`,
  );
}
