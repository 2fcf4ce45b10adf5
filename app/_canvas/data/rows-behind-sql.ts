import type { Mark } from "@/app/_canvas/charts/compiled";
import { usedParams } from "@/app/_canvas/data/used-params";
import type { Params } from "@/lib/sources/schema";

/** A text that selects the rows of the data that a mark of an aggregated result was made from. */
export type BehindText = { sql: string; params: Params };

const clauses =
  /^(with|select|from|where|group\s+by|having|window|qualify|order\s+by|limit|offset|fetch|union|intersect|except|for)\b/i;
const aggregate =
  /\b(count|sum|avg|mean|min|max|median|mode|quantile\w*|percentile\w*|stddev\w*|var\w*|approx_\w+|arg_m(in|ax)\w*|any_value|first|last|list|array_agg|string_agg|bool_(and|or)|corr)\s*\(/i;

/**
 * Turns “select region, count(*) … group by region” into “select * … where region = …” (C14): the same tables and the same
 * filters, without the grouping. Null where the text isn't such a one, or the mark's columns aren't groups in it. What comes
 * out goes through the gate like any text.
 */
export function textBehind(
  text: string,
  { where, except = [] }: Pick<Mark, "where" | "except">,
  params: Params,
): BehindText | null {
  if (except.length > 0) return null;
  const sql = text.trim().replace(/;\s*$/, "");
  const parts = clausesOf(sql);
  const part = (name: string) => parts.find(({ keyword }) => keyword === name)?.body;
  const [list, from] = [part("select"), part("from")];
  const first = parts[0]?.keyword;
  if (list === undefined || from === undefined || (first !== "select" && first !== "with")) return null;
  if (parts.some(({ keyword }) => /^(union|intersect|except|window|qualify|for)$/.test(keyword))) return null;
  if (/^\s*distinct\b/i.test(list)) return null;
  const items = splitTop(list).map(namedItem);
  const isGrouped =
    part("group by") !== undefined || items.some(({ expression }) => aggregate.test(expression));
  if (!isGrouped) return null;

  const named: Params = {};
  const conditions: string[] = [];
  for (const { column, cell } of where) {
    const item = items.find(({ name }) => name.toLowerCase() === column.toLowerCase());
    if (!item || (typeof cell === "object" && cell !== null)) return null;
    if (aggregate.test(item.expression)) continue;
    const parameter = `kaboo_mark_${conditions.length}`;
    if (cell === null) conditions.push(`(${item.expression}) is null`);
    else if (typeof cell === "number") conditions.push(`(${item.expression}) = $${parameter}`);
    else conditions.push(`cast((${item.expression}) as varchar) = $${parameter}`);
    if (cell !== null) named[parameter] = typeof cell === "number" ? cell : String(cell);
  }
  if (where.length > 0 && conditions.length === 0) return null;

  const filter = part("where");
  const all = [...(filter === undefined ? [] : [`(${filter.trim()}\n)`]), ...conditions];
  const head = first === "with" ? sql.slice(0, parts.find(({ keyword }) => keyword === "select")?.start) : "";
  const rewritten = `${head}select *\nfrom ${from.trim()}\n${all.length > 0 ? `where ${all.join("\n  and ")}` : ""}`;
  return { sql: rewritten, params: { ...usedParams(rewritten, params), ...named } };
}

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
  const plain = (name: string) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
  const [, written, alias] = /^([\s\S]+?)\s+as\s+("(?:[^"]|"")+"|\w+)$/i.exec(item) ?? [];
  if (written && alias) return { expression: written, name: plain(alias) };
  const [, path] = /^(?:[\w"]+\.)*("(?:[^"]|"")+"|\w+)$/.exec(item) ?? [];
  if (path) return { expression: item, name: plain(path) };
  const [, before, last] = /^([\s\S]*[)\]\w"'])\s+("(?:[^"]|"")+"|[a-z_]\w*)$/i.exec(item) ?? [];
  return before && last ? { expression: before, name: plain(last) } : { expression: item, name: item };
}
