import type { Grain, Period } from "@/lib/model/demo/period";
import type { Column, Table } from "@/lib/model/demo/table";

export type Aggregate = "sum" | "avg" | "min" | "max" | "median";

/** A condition on one column: that it has this value, is true, or is filled in. */
export type Condition = { column: Column; is: { value: string } | "true" | "filled" };

/** What is measured, over the rows of one table. */
export type Measure =
  | { kind: "aggregate"; aggregate: Aggregate; column: Column; where: readonly Condition[] }
  | { kind: "count"; where: readonly Condition[] }
  | { kind: "share"; of: readonly Condition[] }
  /** As people have defined it. */
  | { kind: "named"; sql: string; format: string };

/** Which rows count at all: those of a stretch of time, or those with one of these values. */
export type Restriction =
  | { kind: "period"; column: Column; period: Period }
  | { kind: "among"; dimension: Dimension; values: readonly string[] };

/** A measure with the words a person would use for it. */
export type Metric = { table: Table; measure: Measure; label: string; only?: readonly Restriction[] };

/** Shares are from 0 to 1, and shown in percent. */
export const isShare = ({ measure }: Metric): boolean =>
  measure.kind === "share" || (measure.kind === "named" && measure.format === "percent");

/** What the measure is split by; `via` names the key when the column is another table's. */
export type Dimension = {
  table: Table;
  column: Column;
  via: string | undefined;
  grain: Grain | undefined;
  label: string;
};

/** Something found in the tables, with how well it fits what was said. */
export type Scored<T> = { found: T; score: number };
