import { columnAt, isTemporal, toNumber, toTime } from "@/app/_canvas/charts/cell";
import { columnLabel } from "@/app/_canvas/charts/compiled";
import { type CellFormat, cellFormat, type Person } from "@/app/_canvas/charts/format";
import type { Format } from "@/lib/dashboards/schema";
import type { Cell, Rows } from "@/lib/sources/schema";

export type Series = { name: string; values: (number | null)[]; write: CellFormat };

/** Rows turned into series over one x: what line, area and bar draw. */
export type Gathered = {
  xs: { text: string; cell: Cell; time: number | null; number: number | null }[];
  series: Series[];
  x: ReturnType<typeof columnAt>;
  notes: string[];
};

export type Encoding = { x: string; y: string[]; series?: string | undefined; format?: Format | undefined };

const mostSeries = 20;

export function gather(encoding: Encoding, rows: Rows, person: Person): Gathered {
  const x = columnAt(rows, encoding.x);
  const measures = encoding.y.map((name) => columnAt(rows, name));
  const split = encoding.series === undefined ? null : columnAt(rows, encoding.series);
  const sampleOf = (at: number) => rows.rows.slice(0, 500).map((row) => row[at]);
  const writeX = cellFormat(x, undefined, person, sampleOf(x.at));
  const writeSplit = split && cellFormat(split, undefined, person, sampleOf(split.at));
  const places = new Map<string, number>();
  const xs: Gathered["xs"] = [];
  const series = new Map<string, Series>();
  let added = false;

  for (const row of rows.rows) {
    const cell = row[x.at] ?? null;
    const key = JSON.stringify(cell);
    const place = places.get(key) ?? xs.length;
    if (place === xs.length) {
      places.set(key, place);
      xs.push({
        cell,
        text: writeX.full(cell),
        time: isTemporal(x.kind) ? toTime(cell, x.kind) : null,
        number: toNumber(cell),
      });
    }
    for (const measure of measures) {
      const group = split && writeSplit ? writeSplit.full(row[split.at]) : null;
      const label = columnLabel(measure.name);
      const name = group === null ? label : measures.length > 1 ? `${group} · ${label}` : group;
      let one = series.get(name);
      if (!one) {
        one = { name, values: [], write: cellFormat(measure, encoding.format, person, sampleOf(measure.at)) };
        series.set(name, one);
      }
      const value = toNumber(row[measure.at]);
      const before = one.values[place];
      if (typeof before === "number") added = true;
      one.values[place] = typeof before === "number" ? before + (value ?? 0) : value;
    }
  }

  const notes: string[] = [];
  if (added) notes.push(`Several rows share one “${columnLabel(x.name)}”; their values were added up.`);
  const kept = keepLargest([...series.values()], notes).map((one) => ({
    ...one,
    values: Array.from(xs, (_, index) => one.values[index] ?? null),
  }));
  return { xs, series: kept, x, notes };
}

function keepLargest(series: Series[], notes: string[]): Series[] {
  if (series.length <= mostSeries) return series;
  const weight = (one: Series) => one.values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
  const kept = new Set([...series].sort((a, b) => weight(b) - weight(a)).slice(0, mostSeries));
  notes.push(`The ${mostSeries} largest of ${series.length} series are drawn.`);
  return series.filter((one) => kept.has(one));
}

/** Orders x by time or number, so that a line never runs back. */
export function inOrder(gathered: Gathered): Gathered {
  const value = (index: number) => gathered.xs[index]?.time ?? gathered.xs[index]?.number ?? 0;
  const order = gathered.xs.map((_, index) => index).sort((a, b) => value(a) - value(b));
  return reordered(gathered, order);
}

export function reordered(gathered: Gathered, order: number[]): Gathered {
  return {
    ...gathered,
    xs: order.flatMap((index) => gathered.xs[index] ?? []),
    series: gathered.series.map((one) => ({
      ...one,
      values: order.map((index) => one.values[index] ?? null),
    })),
  };
}
