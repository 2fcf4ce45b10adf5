import { titleOf } from "@/lib/model/demo/compose";
import { describeTables, exploreTables } from "@/lib/model/demo/explore";
import { timeOf, usualDimensions } from "@/lib/model/demo/find-dimension";
import { formatCell, formatMonth, formatValue } from "@/lib/model/demo/format-cell";
import { doneCalls, type Known } from "@/lib/model/demo/known";
import { type Dimension, isShare, type Metric } from "@/lib/model/demo/metric";
import { call, type Move, planned, say } from "@/lib/model/demo/move";
import { number } from "@/lib/model/demo/read-json";
import { type Resolved, resolve } from "@/lib/model/demo/resolve";
import { offers, rowsOf } from "@/lib/model/demo/say";
import type { SubjectRequest } from "@/lib/model/demo/subject";
import { tool } from "@/lib/model/demo/tools";
import { writeSql } from "@/lib/model/demo/write-sql";

/**
 * "Why did churn rise in LATAM": rules know no reasons, but can look whether it did, and where it is highest. Says both,
 * and that it is no more than that.
 */
export function planWhy(known: Known, request: SubjectRequest): Move {
  const exploring = exploreTables(known) ?? describeTables(known, known.tables);
  if (exploring) return exploring;
  const measure = request.measures[0] ?? request.by[0] ?? [];
  const found = resolve({ measure, by: request.by, period: request.period }, known.tables);
  if (found.kind !== "found") return offers(known, found);
  const looks = looksFor(found.resolved, known);
  const ran = doneCalls(known, tool.runSql);
  if (ran.length < looks.length)
    return call(
      "I'll look at how it went, and where it is highest.",
      ...looks.map(({ sql }) =>
        planned(tool.runSql, { sql, source_id: found.resolved.metric.table.sourceId }),
      ),
    );
  const { metric } = found.resolved;
  const told = looks.map(({ dimension }, index) => {
    const rows = rowsOf(ran[index]?.result);
    return dimension.grain ? tellCourse(metric, rows) : tellHighest(metric, dimension, rows);
  });
  return say(
    [
      ...told.filter(Boolean),
      "Why, I can't tell: I compare numbers, and these are where to look.",
      `Say “show me ${metric.label} by ${looks.at(-1)?.dimension.label ?? "month"}” to see it drawn.`,
    ].join(" "),
  );
}

/** By quarter, and by the two most telling splits that aren't asked about already. */
function looksFor({ metric }: Resolved, { tables }: Known): { dimension: Dimension; sql: string }[] {
  const asked = namedColumns(metric);
  const time = timeOf(metric.table, "quarter");
  const splits = usualDimensions(metric.table, tables).filter(({ column }) => !asked.includes(column.name));
  return [...(time ? [time] : []), ...splits.slice(0, 2)].map((dimension) => ({
    dimension,
    sql: writeSql(metric, [dimension], { order: dimension.grain ? "dimension" : "value", limit: 50 }).sql,
  }));
}

function namedColumns({ measure, only = [] }: Metric): string[] {
  const conditions = measure.kind === "share" ? measure.of : measure.kind === "named" ? [] : measure.where;
  const slices = only.flatMap((one) => (one.kind === "among" ? [one.dimension.column.name] : []));
  return [...conditions.map((condition) => condition.column.name), ...slices];
}

function tellCourse(metric: Metric, rows: unknown[][]): string {
  // The first quarter and the newest are mostly not whole.
  const whole = rows.slice(1, -1);
  const [first, last] = [whole[0], whole.at(-1)];
  const [from, to] = [number(first?.at(-1)), number(last?.at(-1))];
  if (!first || !last || from === undefined || to === undefined || whole.length < 2) return "";
  const went = to > from ? "rose" : to < from ? "fell" : "stayed the same";
  const value = (amount: number) => formatValue(amount, isShare(metric));
  return `${titleOf(metric, [])} ${went} from ${value(from)} in the quarter of ${formatMonth(first[0])} to ${value(to)} in that of ${formatMonth(last[0])}.`;
}

function tellHighest(metric: Metric, dimension: Dimension, rows: unknown[][]): string {
  const [most, least] = [rows[0], rows.at(-1)];
  if (!most || !least || rows.length < 2) return "";
  const value = (row: unknown[]) => formatValue(row.at(-1), isShare(metric));
  return `By ${dimension.label} it is highest for ${formatCell(most[0])} (${value(most)}) and lowest for ${formatCell(least[0])} (${value(least)}).`;
}
