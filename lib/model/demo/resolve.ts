import { findDimensions, usualDimensions } from "@/lib/model/demo/find-dimension";
import { findMetrics } from "@/lib/model/demo/find-metric";
import type { Dimension, Metric } from "@/lib/model/demo/metric";
import type { Table } from "@/lib/model/demo/table";

/** What was asked about, in words: `churn` by `region`. */
export type Subject = { measure: string[]; by: string[][] };

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
    // Of two equal ones the one with more rows: facts rather than a list.
    const size = Math.log10(1 + (metric.found.table.rows ?? 0)) / 100;
    return {
      metric: metric.found,
      dimensions,
      complete: found.every(Boolean),
      score: 2 * metric.score + fits + size,
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
    said: (missing ?? []).join(" "),
    offers: unique(usualDimensions(best.metric.table, tables))
      .slice(0, 5)
      .map((dimension) => dimension.label),
  };
}

function unique(dimensions: readonly Dimension[]): Dimension[] {
  const seen = new Set<string>();
  return dimensions.filter((dimension) => {
    const key = dimension.label;
    return seen.has(key) ? false : seen.add(key);
  });
}
