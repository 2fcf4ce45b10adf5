import { keyBetween } from "@/lib/model/demo/find-dimension";
import type { Dimension } from "@/lib/model/demo/metric";
import type { Table } from "@/lib/model/demo/table";
import { identifier } from "@/lib/model/demo/write-sql";

/** What a variable is set to when nothing is filtered. */
export const everything = "All";

/**
 * The query with a condition on this column, bound to `$name`; a table that is one key away is joined. Undefined when
 * the text is not of a shape this understands.
 */
export function filteredSql(
  sql: string,
  dimension: Dimension,
  name: string,
  tables: readonly Table[],
): string | undefined {
  if (/\b(?:with|union|intersect|except)\b/i.test(sql) || sql.includes(`$${name}`)) return undefined;
  const from =
    /\bfrom\s+((?:"[^"]+"|[\w.]+))((?:\s+(?!where\b|group\b|order\b|limit\b|left\b|join\b|inner\b|having\b|using\b)\w+)?)/i.exec(
      sql,
    );
  if (!from?.[1]) return undefined;
  const base = from[1].replaceAll('"', "");
  const alias = aliasOf(sql, dimension.table.name) ?? identifier(dimension.table.name);
  const present =
    base === dimension.table.name ||
    new RegExp(`\\bjoin\\s+"?${escaped(dimension.table.name)}"?\\b`, "i").test(sql);
  const table = tables.find((one) => one.name === base);
  const key = present || !table ? undefined : keyBetween(table, dimension.table);
  if (!present && !key) return undefined;
  const joined = key
    ? insertBeforeClause(sql, ` left join ${identifier(dimension.table.name)} using (${identifier(key)})`)
    : sql;
  const column = `${alias}.${identifier(dimension.column.name)}`;
  const condition = `(coalesce($${name}, '${everything}') = '${everything}' or cast(${column} as varchar) = $${name})`;
  const where = /\bwhere\b/i.exec(withoutFilters(joined));
  if (where)
    return `${joined.slice(0, where.index)}where ${condition} and ${joined.slice(where.index + 5).trimStart()}`;
  return insertBeforeClause(joined, `\nwhere ${condition}`);
}

/** Before the first of `where`, `group by`, `order by`, `limit` after the tables, or at the end. */
function insertBeforeClause(sql: string, text: string): string {
  const clause = /\s*\b(?:where|group\s+by|having|order\s+by|limit)\b/i.exec(withoutFilters(sql));
  const at = clause ? clause.index : sql.trimEnd().length;
  return `${sql.slice(0, at)}${text}${clause ? "\n" : ""}${sql.slice(at).trimStart()}`;
}

/** The same length, with everything in brackets blanked, so that `filter (where …)` is not taken for the clause. */
function withoutFilters(sql: string): string {
  let depth = 0;
  return Array.from(sql, (character) => {
    if (character === "(") depth += 1;
    const inside = depth > 0;
    if (character === ")") depth -= 1;
    return inside ? "." : character;
  }).join("");
}

function aliasOf(sql: string, table: string): string | undefined {
  const named = new RegExp(`\\b(?:from|join)\\s+"?${escaped(table)}"?\\s+(?:as\\s+)?(\\w+)`, "i").exec(
    sql,
  )?.[1];
  return named && !/^(?:where|group|order|limit|left|right|inner|join|using|on|having)$/i.test(named)
    ? named
    : undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
