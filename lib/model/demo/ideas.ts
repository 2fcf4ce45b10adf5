import { usualDimensions } from "@/lib/model/demo/find-dimension";
import { isLeaving } from "@/lib/model/demo/find-metric";
import { columnsWith, type Table } from "@/lib/model/demo/table";
import { alike, wordsOf } from "@/lib/model/demo/words";

const mostIdeas = 4;

/** Requests that would work, from the tables there are: other measures each, by what only few tables have. */
export function ideasFrom(tables: readonly Table[]): string[] {
  const ideas: { measure: string; text: string }[] = [];
  for (const table of tables.filter((one) => one.columns.length > 0).toSorted(byRank)) {
    const measure = measureOf(table);
    if (ideas.some((idea) => alike(idea.measure, measure) >= 0.7)) continue;
    const split = telling(table, tables);
    ideas.push({ measure, text: `“${measure}${split ? ` by ${split}` : ""}”` });
  }
  return ideas.slice(0, mostIdeas).map((idea) => idea.text);
}

const byRank = (a: Table, b: Table): number => rank(b) - rank(a);

/** Who leaves, then money, then whatever can be counted. */
const rank = (table: Table): number => (leaving(table) ? 2 : money(table) ? 1 : 0);

const leaving = (table: Table): boolean =>
  columnsWith(table, "flag").some((column) => isLeaving(wordsOf(column.name)));

const money = (table: Table): string | undefined =>
  columnsWith(table, "number")
    .map((column) => column.name)
    .find((name) => wordsOf(name).length === 1 && alike(name, "revenue") >= 0.7);

const measureOf = (table: Table): string =>
  leaving(table) ? "churn" : wordsOf(money(table) ?? table.name).join(" ");

function telling(table: Table, tables: readonly Table[]): string | undefined {
  const sharing = (name: string) =>
    tables.filter((other) => other.columns.some((column) => column.name === name)).length;
  const splits = usualDimensions(table, tables).slice(0, 4);
  if (leaving(table)) return splits[0]?.label;
  return splits.toSorted((a, b) => sharing(a.column.name) - sharing(b.column.name))[0]?.label;
}
