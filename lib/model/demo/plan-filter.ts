import { describeTables, exploreTables } from "@/lib/model/demo/explore";
import { everything, filteredSql } from "@/lib/model/demo/filter-sql";
import { findDimensions } from "@/lib/model/demo/find-dimension";
import {
  can,
  doneCalls,
  type Known,
  type KnownBoard,
  type KnownQuery,
  lastCall,
} from "@/lib/model/demo/known";
import { saidValue } from "@/lib/model/demo/match-phrase";
import type { Dimension } from "@/lib/model/demo/metric";
import { call, type Move, planned, say } from "@/lib/model/demo/move";
import { readBoard } from "@/lib/model/demo/plan-edit";
import { object, objects, text, textAt } from "@/lib/model/demo/read-json";
import { rowsOf } from "@/lib/model/demo/say";
import { roleOf, type Table } from "@/lib/model/demo/table";
import { tool } from "@/lib/model/demo/tools";
import { wordsOf } from "@/lib/model/demo/words";
import { columnSql, identifier } from "@/lib/model/demo/write-sql";
import type { JsonObject } from "@/lib/shared/json";

/**
 * A variable for a column, and the dashboard's queries bound to it: reads the queries and the column's values, changes
 * the queries' texts, and sets the variable.
 */
export function planFilter(known: Known, by: readonly string[], value: string | undefined): Move {
  const reading = exploreTables(known) ?? readBoard(known);
  if (reading) return reading;
  const { board } = known;
  const changing = board && planValue(known, board, by, value);
  if (changing) return changing;
  if (!board || board.widgets.length === 0)
    return say(
      "There is no dashboard with widgets to filter yet. Say for example “show me churn by region”.",
    );
  const found = findColumn(known, board, by, value);
  if (!found)
    return (
      describeTables(known, known.tables) ?? say(`I find no column like “${by.join(" ")}” to filter by.`)
    );
  return planFilterSteps(known, board, found);
}

/** A variable that is there only gets another value. */
function planValue(
  known: Known,
  board: KnownBoard,
  by: readonly string[],
  value: string | undefined,
): Move | undefined {
  const set = lastCall(known, tool.setVariables);
  if (lastCall(known, tool.updateQuery)) return undefined;
  if (set)
    return say(
      set.failed
        ? `That didn't work: ${set.text ?? ""}`
        : `“${board.title}” is filtered now: ${tellValue(set.input)}.`,
    );
  if (value === everything) return planClear(board, by);
  const found = findColumn(known, board, by, value);
  const name = found && variableName(found.dimension);
  if (!found || !name || !board.variables.includes(name)) return undefined;
  if (value === undefined)
    return say(
      `“${board.title}” has a filter by ${found.dimension.label} already. Say for example “only ${found.dimension.column.samples[0] ?? "one of its values"}”.`,
    );
  return call(
    "",
    planned(tool.setVariables, { dashboard_id: board.id, variables: [{ name, value: found.value }] }),
  );
}

/** Nothing is filtered any more: the filters stay, and show everything. */
function planClear(board: KnownBoard, by: readonly string[]): Move {
  const meant = board.variables.filter((name) => by.length === 0 || by.includes(name));
  if (meant.length === 0) return say(`“${board.title}” has no such filter.`);
  const variables = meant.map((name) => ({ name, value: everything }));
  return call("", planned(tool.setVariables, { dashboard_id: board.id, variables }));
}

function tellValue(input: unknown): string {
  const [set] = objects(object(input)?.variables);
  return set ? `${textAt(set, "name") ?? ""} is ${textAt(set, "value") ?? ""}` : "as you asked";
}

type Found = { dimension: Dimension; value: string };

/** The column named, or the one that holds the value named: "only EMEA". */
function findColumn(
  known: Known,
  board: KnownBoard,
  by: readonly string[],
  value: string | undefined,
): Found | undefined {
  const drawn = drawnTables(known, board);
  const told = value === undefined ? [] : wordsOf(value);
  const valued = known.tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const sample =
        roleOf(column) === "text" ? saidValue(told.length > 0 ? told : by, column.samples) : undefined;
      return sample ? [{ dimension: plain(table, column.name), value: sample }] : [];
    }),
  );
  const named = known.tables
    .flatMap((table) => findDimensions(by, table, [table]))
    .filter(({ found }) => roleOf(found.column) !== "date")
    .map((one) => ({ ...one, score: one.score + (drawn.has(one.found.table.name) ? 0.05 : 0) }))
    .toSorted((a, b) => b.score - a.score)[0];
  if (named && named.score > 0.6) {
    const same = valued.find((one) => one.dimension.column.name === named.found.column.name);
    return { dimension: plain(named.found.table, named.found.column.name), value: same?.value ?? everything };
  }
  return valued.find((one) => drawn.has(one.dimension.table.name)) ?? valued[0];
}

/** Tables that the dashboard's queries read. */
function drawnTables(known: Known, board: KnownBoard): Set<string> {
  const ids = new Set(board.widgets.map((widget) => widget.queryId));
  const sql = known.queries.flatMap((query) => (ids.has(query.id) ? (query.sql ?? "") : [])).join("\n");
  return new Set(
    known.tables
      .map((table) => table.name)
      .filter((name) => new RegExp(`\\b(?:from|join)\\s+"?${name}\\b`, "i").test(sql)),
  );
}

function plain(table: Table, column: string): Dimension {
  const found = table.columns.find((one) => one.name === column) ?? {
    name: column,
    type: "",
    samples: [],
    distinct: undefined,
  };
  return { table, column: found, via: undefined, grain: undefined, label: wordsOf(column).join(" ") };
}

function planFilterSteps(known: Known, board: KnownBoard, { dimension, value }: Found): Move {
  const name = variableName(dimension);
  const ids = [...new Set(board.widgets.flatMap((widget) => widget.queryId ?? []))];
  const queries = ids.flatMap((id) => known.queries.find((query) => query.id === id) ?? []);
  const unread = ids.filter((id) => queries.find((query) => query.id === id)?.sql === undefined);
  const asked = new Set(
    doneCalls(known, tool.getQuery).map((done) => textAt(object(done.input) ?? {}, "query_id")),
  );
  const toRead = can(known, tool.getQuery) ? unread.filter((id) => !asked.has(id)) : [];
  const values = lastCall(known, tool.runSql);
  if (!values || toRead.length > 0)
    return call(
      values ? "" : `I'll look at the values of ${dimension.label} and at the queries.`,
      ...(values
        ? []
        : [planned(tool.runSql, { sql: valuesSql(dimension), source_id: dimension.table.sourceId })]),
      ...toRead.map((id) => planned(tool.getQuery, { query_id: id })),
    );
  if (values.failed) return say(`I couldn't read the values of ${dimension.label}: ${values.text ?? ""}`);
  return bindQueries(known, board, { dimension, value, name, queries, options: optionsOf(values.result) });
}

type Binding = Found & { name: string; queries: KnownQuery[]; options: string[] };

/** The queries themselves get the condition: without the variable they show everything, so other dashboards stay. */
function bindQueries(known: Known, board: KnownBoard, binding: Binding): Move {
  const { dimension, name, queries, options, value } = binding;
  const changed = doneCalls(known, tool.updateQuery);
  if (changed.length === 0) {
    const filtered = queries.flatMap((query) => {
      const sql = query.sql && filteredSql(query.sql, dimension, name, known.tables);
      return sql ? [planned(tool.updateQuery, { query_id: query.id, sql })] : [];
    });
    return filtered.length > 0
      ? call("", ...filtered)
      : say(
          `None of the widgets on “${board.title}” draws from rows with ${dimension.label}, so a filter by it would change nothing.`,
        );
  }
  const worked = changed.filter((done) => !done.failed);
  if (worked.length === 0) return say(`I couldn't change the queries: ${changed[0]?.text ?? ""}`);
  const set = lastCall(known, tool.setVariables);
  if (!set)
    return call(
      "",
      planned(tool.setVariables, {
        dashboard_id: board.id,
        variables: [variable(name, dimension, options, value)],
      }),
    );
  if (set.failed) return say(`That didn't work: ${set.text ?? "no reason was given"}`);
  const ids = worked.flatMap((done) => textAt(object(done.input) ?? {}, "query_id") ?? []);
  const failures = changed.flatMap((done) => (done.failed ? (done.text ?? []) : []));
  return say(tellFiltered(board, binding, ids, failures));
}

function tellFiltered(
  board: KnownBoard,
  { dimension, value }: Binding,
  queryIds: readonly string[],
  failures: readonly string[],
): string {
  const follow = board.widgets.filter((widget) => widget.queryId && queryIds.includes(widget.queryId)).length;
  const rest = board.widgets.length - follow;
  const others = rest > 0 ? ` ${rest === 1 ? "One widget doesn't" : `${rest} widgets don't`} follow it.` : "";
  const now = value === everything ? "It shows everything until you choose" : `It is set to ${value}`;
  const failed = failures.length > 0 ? ` Not changed: ${failures.join("; ")}` : "";
  return `“${board.title}” has a filter by ${dimension.label} that ${follow} widget${follow === 1 ? " follows" : "s follow"}. ${now}.${others}${failed}`;
}

function variable(name: string, dimension: Dimension, options: string[], value: string): JsonObject {
  const label = dimension.label.charAt(0).toUpperCase() + dimension.label.slice(1);
  return {
    kind: "choice",
    name,
    label,
    options: [everything, ...options],
    value: options.includes(value) ? value : everything,
  };
}

function variableName(dimension: Dimension): string {
  const name = wordsOf(dimension.column.name)
    .join("_")
    .replace(/[^a-z0-9_]/g, "")
    .slice(0, 40);
  return /^[a-z]/.test(name) ? name : "filter";
}

function valuesSql(dimension: Dimension): string {
  const column = columnSql(dimension);
  return `select cast(${column} as varchar) as value, count(*) as row_count\nfrom ${identifier(dimension.table.name)}\nwhere ${column} is not null\ngroup by 1\norder by 2 desc, 1\nlimit 50`;
}

const optionsOf = (result: unknown): string[] => rowsOf(result).flatMap((row) => text(row[0]) ?? []);
