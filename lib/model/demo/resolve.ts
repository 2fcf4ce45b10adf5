import { findDimensions, usualDimensions } from "@/lib/model/demo/find-dimension";
import { findMetrics } from "@/lib/model/demo/find-metric";
import type { Dimension, Metric, Restriction } from "@/lib/model/demo/metric";
import type { Period } from "@/lib/model/demo/period";
import { type Table, timeColumnOf } from "@/lib/model/demo/table";

/** What was asked about, in words: `churn` by `region`, of a stretch of time or of some values only. */
export type Subject = {
  measure: string[];
  by: string[][];
  period?: Period | undefined;
  among?: { dimension: Dimension; values: readonly string[] } | undefined;
};

export type Resolved = { metric: Metric; dimensions: Dimension[] };

export type Resolution =
  | { kind: "found"; resolved: Resolved }
  /** The measure is there, but not this split. */
  | { kind: "no-dimension"; metric: Metric; said: string; offers: string[] }
  | { kind: "nothing"; said: string };

/** The table, measure and columns that fit the words best together. */
export function resolve(subject: Subject, tables: readonly Table[]): Resolution {
  const metrics = findMetrics(subject.measure, tables);
  const candidates = metrics.map((metric) => {
    const found = subject.by.map((phrase) => findDimensions(phrase, metric.found.table, tables)[0]);
    const dimensions = found.flatMap((one) => (one ? [one.found] : []));
    const fits = found.reduce((sum, one) => sum + (one?.score ?? -1), 0);
    const only = restrictionsIn(subject, metric.found.table, tables);
    // Of two equal ones the one with more rows: facts rather than a list.
    const size = Math.log10(1 + (metric.found.table.rows ?? 0)) / 100;
    return {
      metric: { ...metric.found, only: [...(metric.found.only ?? []), ...(only ?? [])] },
      dimensions,
      complete: found.every(Boolean) && only !== undefined,
      score: 2 * metric.score + fits + size - (only ? 0 : 1) + (metric.found.table.meant ? 0.8 : 0),
    };
  });
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  if (!best) return { kind: "nothing", said: subject.measure.join(" ") };
  if (best.complete)
    return { kind: "found", resolved: { metric: best.metric, dimensions: unique(best.dimensions) } };
  const missing = subject.by.find((phrase) => !findDimensions(phrase, best.metric.table, tables)[0]);
  return {
    kind: "no-dimension",
    metric: best.metric,
    said: (missing ?? [subject.period?.label ?? ""]).join(" "),
    offers: unique(usualDimensions(best.metric.table, tables))
      .slice(0, 5)
      .map((dimension) => dimension.label),
  };
}

/** The period and the values as conditions on this table's rows; undefined when it has no such columns. */
function restrictionsIn(
  { period, among }: Subject,
  table: Table,
  tables: readonly Table[],
): Restriction[] | undefined {
  const only: Restriction[] = [];
  if (period) {
    const column = timeColumnOf(table);
    if (!column) return undefined;
    only.push({ kind: "period", column, period });
  }
  if (among) {
    const { name } = among.dimension.column;
    const found = findDimensions([among.dimension.label], table, tables).find(
      (one) => one.found.column.name === name,
    );
    if (!found) return undefined;
    only.push({ kind: "among", dimension: found.found, values: among.values });
  }
  return only;
}

function unique(dimensions: readonly Dimension[]): Dimension[] {
  const seen = new Set<string>();
  return dimensions.filter((dimension) => {
    const key = dimension.label;
    return seen.has(key) ? false : seen.add(key);
  });
}
