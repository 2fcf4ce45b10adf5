import type { Mark } from "@/app/_canvas/charts/compiled";
import { usedParams } from "@/app/_canvas/data/used-params";
import type { Params, Source } from "@/lib/sources/schema";

/** A text that selects the rows of the data that a mark of an aggregated result was made from. */
export type BehindText = { sql: string; params: Params };

const clauses =
  /^(with|select|from|where|group\s+by|having|window|qualify|order\s+by|limit|offset|fetch|union|intersect|except|for)\b/i;
const aggregate =
  /\b(count|sum|avg|mean|min|max|median|mode|quantile\w*|percentile\w*|stddev\w*|var\w*|approx_\w+|arg_m(in|ax)\w*|any_value|first|last|list|array_agg|string_agg|bool_(and|or)|corr)\s*\(/i;

/**
 * Turns “select region, count(*) … group by region” into “select * … where region = …” (C14): the same tables and the same
 * filters, without the grouping. A grouping that a plain SELECT around it only lists, orders or cuts off is looked up where it
 * stands; of a UNION each part is turned. Null where the text isn't such a one, or the mark's columns aren't groups in it.
 * What comes out goes through the gate like any text.
 */
export function textBehind(
  text: string,
  { where, except = [] }: Pick<Mark, "where" | "except">,
  params: Params,
  kind: Source["kind"] = "duckdb",
): BehindText | null {
  if (except.length > 0) return null;
  const sql = text.trim().replace(/;\s*$/, "");
  const parts = clausesOf(sql);
  const select = parts.find(({ keyword }) => keyword === "select");
  if (!select || (parts[0] !== select && parts[0]?.keyword !== "with")) return null;
  const head = sql.slice(0, select.start);
  const named: Params = {};
  const bind = (value: string | number) => {
    const name = `kaboo_mark_${Object.keys(named).length}`;
    named[name] = value;
    return `$${name}`;
  };
  const behind = behindAll(sql.slice(select.start), where, { kind, named: subqueriesOf(parts[0]), bind });
  if (behind === null) return null;
  const rewritten = `${head}${behind}`;
  return { sql: rewritten, params: { ...usedParams(rewritten, params), ...named } };
}

type Around = {
  kind: Source["kind"];
  /** SELECTs that can be named, each by those that don't lead back to it. */
  named: ReadonlyMap<string, string>;
  bind: (value: string | number) => string;
};

/** Of each part of a UNION, whose columns are the first one's by their place. DuckDB puts tables of other columns together, too. */
function behindAll(sql: string, where: Mark["where"], around: Around): string | null {
  const parts = clausesOf(sql);
  if (parts.some(({ keyword }) => /^(intersect|except|window|qualify|for)$/.test(keyword))) return null;
  const starts = parts.filter(({ keyword }) => keyword === "select").map(({ start }) => start);
  if (starts.length === 1) return behindOne(sql, where, around);
  const names = itemsOf(sql.slice(0, starts[1])).map(({ name }) => name);
  const turned = starts.map((start, index) => {
    const end = starts[index + 1];
    const one = sql.slice(start, end).replace(/\bunion(\s+(all|distinct))?\s*$/i, "");
    return behindOne(one, where, { ...around, names });
  });
  if (turned.includes(null)) return null;
  const union = around.kind === "duckdb" ? "union all by name" : "union all";
  return turned.map((one, index) => `select * from (${one}\n) as part_${index}`).join(`\n${union}\n`);
}

function behindOne(
  sql: string,
  where: Mark["where"],
  around: Around & { names?: readonly string[] },
): string | null {
  const parts = clausesOf(sql);
  const part = (name: string) => parts.find(({ keyword }) => keyword === name)?.body;
  const [list, from, filter] = [part("select"), part("from"), part("where")];
  if (list === undefined || from === undefined || /^\s*distinct\b/i.test(list)) return null;
  const items = itemsOf(sql).map((item, index) => ({ ...item, name: around.names?.[index] ?? item.name }));
  const itemOf = (column: string) => items.find(({ name }) => name.toLowerCase() === column.toLowerCase());
  const isGrouped =
    part("group by") !== undefined || items.some(({ expression }) => aggregate.test(expression));
  if (!isGrouped) {
    const inner = subqueryIn(from, around.named);
    const asked = where.flatMap(({ column, cell }) => {
      const passed =
        itemOf(column)?.expression ?? (items.some(({ name }) => /(^|\.)\*$/.test(name)) ? column : "");
      const name = plainColumn(passed);
      return name === undefined ? [] : [{ column: name, cell }];
    });
    if (inner === null || (where.length > 0 && asked.length === 0)) return null;
    return behindAll(inner.sql, asked, { ...around, named: inner.named });
  }

  const conditions: string[] = [];
  for (const { column, cell } of where) {
    const item = itemOf(column);
    if (!item || (typeof cell === "object" && cell !== null)) return null;
    if (aggregate.test(item.expression)) continue;
    if (cell === null) conditions.push(`(${item.expression}) is null`);
    else if (typeof cell === "number") conditions.push(`(${item.expression}) = ${around.bind(cell)}`);
    else conditions.push(`cast((${item.expression}) as varchar) = ${around.bind(String(cell))}`);
  }
  if (where.length > 0 && conditions.length === 0) return null;
  const all = [...(filter === undefined ? [] : [`(${filter.trim()}\n)`]), ...conditions];
  return `select *\nfrom ${from.trim()}\n${all.length > 0 ? `where ${all.join("\n  and ")}` : ""}`;
}

const itemsOf = (sql: string) => splitTop(clausesOf(sql)[0]?.body ?? "").map(namedItem);

/** The SELECTs that a text names before its own, by name. */
function subqueriesOf(first: Clause | undefined): ReadonlyMap<string, string> {
  if (first?.keyword !== "with") return new Map();
  return new Map(
    splitTop(first.body.replace(/^\s*recursive\b/i, "")).flatMap((each): [string, string][] => {
      const [, name, body] =
        /^("(?:[^"]|"")+"|\w+)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(([\s\S]*)\)$/i.exec(each) ?? [];
      return name && body ? [[unquoted(name).toLowerCase(), body.trim()]] : [];
    }),
  );
}

type Subquery = { sql: string; named: Around["named"] };

/** The SELECT that is all a FROM has: in brackets, or by a name from before. Null where it has tables, or one with names of its own. */
function subqueryIn(from: string, named: Around["named"]): Subquery | null {
  const [, written, bracketed] =
    /^(?:("(?:[^"]|"")+"|\w+)|\(([\s\S]*)\))(?:\s*\b(?:as\s+)?\w+)?$/i.exec(from.trim()) ?? [];
  let words = 0;
  walkTop(from, () => words++);
  // More than its name, and “as” before it: there are other tables.
  if (bracketed !== undefined && words > 2) return null;
  const name = written && unquoted(written).toLowerCase();
  const sql = bracketed?.trim() ?? named.get(name ?? "");
  if (!sql || !/^select\b/i.test(sql)) return null;
  return { sql, named: new Map([...named].filter(([each]) => each !== name)) };
}

/** The column that an expression is, if it is nothing more. */
function plainColumn(expression: string): string | undefined {
  const [, name] = /^(?:[\w"]+\.)*("(?:[^"]|"")+"|\w+)$/.exec(expression) ?? [];
  return name && unquoted(name);
}

const unquoted = (name: string) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);

type Clause = { keyword: string; start: number; body: string };

/** The clauses of the outermost SELECT, in order. What stands in brackets, quotes or comments is nobody's keyword. */
function clausesOf(sql: string): Clause[] {
  const found: { keyword: string; start: number; after: number }[] = [];
  walkTop(sql, (at) => {
    const [keyword] = clauses.exec(sql.slice(at, at + 24)) ?? [];
    if (keyword)
      found.push({
        keyword: keyword.toLowerCase().replace(/\s+/, " "),
        start: at,
        after: at + keyword.length,
      });
  });
  return found.map(({ keyword, start, after }, index) => ({
    ...{ keyword, start },
    body: sql.slice(after, found[index + 1]?.start),
  }));
}

/** Splits at commas that stand in no brackets or quotes. */
function splitTop(list: string): string[] {
  const commas: number[] = [];
  walkTop(list, (at) => {
    if (list[at] === ",") commas.push(at);
  });
  return [...commas, list.length].map((end, index) =>
    list.slice(index === 0 ? 0 : (commas[index - 1] ?? 0) + 1, end).trim(),
  );
}

const quoted = /^(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$[\s\S]*?\$\$|--[^\n]*|\/\*[\s\S]*?\*\/)/;

/** Calls `visit` at the beginning of each word and sign outside of brackets, quotes and comments. */
function walkTop(sql: string, visit: (at: number) => void): void {
  let depth = 0;
  for (let at = 0; at < sql.length; ) {
    const rest = sql.slice(at);
    const skipped = quoted.exec(rest) ?? /^\s+/.exec(rest);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const sign = sql[at] ?? "";
    if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign)) depth--;
    else if (depth === 0) visit(at);
    at += /^[\w$.]+/.exec(rest)?.[0].length ?? 1;
  }
}

/** What an item of a select list is made of, and the column it becomes. */
function namedItem(item: string): { expression: string; name: string } {
  const [, written, alias] = /^([\s\S]+?)\s+as\s+("(?:[^"]|"")+"|\w+)$/i.exec(item) ?? [];
  if (written && alias) return { expression: written, name: unquoted(alias) };
  const column = plainColumn(item);
  if (column !== undefined) return { expression: item, name: column };
  const [, before, last] = /^([\s\S]*[)\]\w"'])\s+("(?:[^"]|"")+"|[a-z_]\w*)$/i.exec(item) ?? [];
  return before && last ? { expression: before, name: unquoted(last) } : { expression: item, name: item };
}
