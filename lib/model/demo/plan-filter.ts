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
 * A variable for a column, and the dashboard's queries bound to it: reads the queries and the column's values, saves
 * filtered queries, sets the variable, and points the widgets at them.
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
  if (known.done.some((done) => done.tool === tool.createQueries)) return undefined;
  if (set)
    return say(
      set.failed
        ? `That didn't work: ${set.text ?? ""}`
        : `“${board.title}” is filtered now: ${tellValue(set.input)}.`,
    );
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

function bindQueries(known: Known, board: KnownBoard, binding: Binding): Move {
  const { dimension, name, queries, options, value } = binding;
  const filtered = queries.flatMap((query) => {
    const sql = query.sql && filteredSql(query.sql, dimension, name, known.tables);
    return sql ? [{ query, sql }] : [];
  });
  const saved = lastCall(known, tool.createQueries);
  if (!saved && filtered.length === 0)
    return say(
      `None of the widgets on “${board.title}” draws from rows with ${dimension.label}, so a filter by it would change nothing.`,
    );
  if (!saved)
    return call(
      "",
      planned(tool.createQueries, {
        queries: filtered.map(
          ({ query, sql }): JsonObject => ({
            title: query.title,
            sql,
            params: { ...query.params, [name]: everything },
            ...(dimension.table.sourceId && { source_id: dimension.table.sourceId }),
          }),
        ),
      }),
    );
  const created = objects(object(saved.result)?.created);
  if (created.length === 0) return say(`I couldn't save the filtered queries: ${saved.text ?? ""}`);
  if (!lastCall(known, tool.setVariables))
    return call(
      "",
      planned(tool.setVariables, {
        dashboard_id: board.id,
        variables: [variable(name, dimension, options, value)],
      }),
    );
  const renewed = new Map(
    filtered.flatMap(({ query }) => {
      const made = created.find((one) => textAt(one, "title") === query.title);
      const id = made && textAt(made, "query_id");
      return id ? [[query.id, id] as const] : [];
    }),
  );
  const updated = lastCall(known, tool.update);
  if (!updated)
    return call("", planned(tool.update, { dashboard_id: board.id, widgets: rebound(board, renewed) }));
  return say(tellFiltered(known, board, binding));
}

function rebound(board: KnownBoard, renewed: ReadonlyMap<string, string>): JsonObject[] {
  return board.widgets.flatMap((widget) => {
    const id = widget.queryId && renewed.get(widget.queryId);
    return id ? [{ widget_id: widget.id, query_id: id }] : [];
  });
}

function tellFiltered(known: Known, board: KnownBoard, { dimension, value }: Binding): string {
  const failures = [lastCall(known, tool.setVariables), lastCall(known, tool.update)].filter(
    (done) => done?.failed,
  );
  if (failures.length > 0) return `That didn't work: ${failures.map((done) => done?.text ?? "").join(" ")}`;
  const changed = objects(object(lastCall(known, tool.update)?.result)?.changed).length;
  const failed = objects(object(lastCall(known, tool.update)?.result)?.failed).map(
    (one) => textAt(one, "error") ?? "",
  );
  const rest = board.widgets.length - changed;
  const others = rest > 0 ? ` ${rest === 1 ? "One widget doesn't" : `${rest} widgets don't`} follow it.` : "";
  const now = value === everything ? "It shows everything until you choose" : `It is set to ${value}`;
  return `“${board.title}” has a filter by ${dimension.label} that ${changed} widget${changed === 1 ? " follows" : "s follow"}. ${now}.${others}${failed.length > 0 ? ` Not changed: ${failed.join("; ")}` : ""}`;
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
