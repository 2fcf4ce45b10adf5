import { dimensionOf } from "@/lib/model/demo/find-dimension";
import { findMetrics } from "@/lib/model/demo/find-metric";
import { saidValue } from "@/lib/model/demo/match-phrase";
import type { Subject } from "@/lib/model/demo/resolve";
import type { SubjectRequest } from "@/lib/model/demo/subject";
import { roleOf, type Table } from "@/lib/model/demo/table";
import { alike, wordsOf } from "@/lib/model/demo/words";

/** "Compare APAC and EMEA", "revenue in APAC and EMEA by month": two or more values of one column, side by side. */
export function readComparison(
  { measures, by, period }: SubjectRequest,
  tables: readonly Table[],
): Subject | undefined {
  if (measures.length < 2) return undefined;
  for (const table of tables)
    for (const column of table.columns) {
      if (roleOf(column) !== "text") continue;
      const values = measures.flatMap((words) => saidValue(words, column.samples) ?? []);
      if (values.length < measures.length || new Set(values).size < values.length) continue;
      const named = [...values.flatMap(wordsOf), ...wordsOf(column.name)];
      const rest = measures.flat().filter((word) => !named.some((name) => alike(word, name) >= 0.75));
      // Without a measure, "by churn" names it; without that it is money, or how many.
      const asMeasure = rest.length === 0 ? by.find((phrase) => measurable(phrase, tables)) : undefined;
      const measure = rest.length > 0 ? rest : (asMeasure ?? usualMeasure(tables, table));
      const splits = by.filter((phrase) => phrase !== asMeasure);
      const dimension = dimensionOf(table, column);
      return { measure, by: [wordsOf(column.name), ...splits], period, among: { dimension, values } };
    }
  return undefined;
}

const measurable = (phrase: readonly string[], tables: readonly Table[]): boolean =>
  (findMetrics(phrase, tables)[0]?.score ?? 0) > 0.7;

const usualMeasure = (tables: readonly Table[], table: Table): string[] =>
  measurable(["revenue"], tables) ? ["revenue"] : wordsOf(table.name);
