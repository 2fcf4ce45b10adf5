import { combined, isAdditive } from "@/app/_canvas/charts/additive";
import { columnAt, isTemporal, toNumber, toTime } from "@/app/_canvas/charts/cell";
import { type Compiled, columnLabel, type Mark } from "@/app/_canvas/charts/compiled";
import { type CellFormat, cellFormat } from "@/app/_canvas/charts/format";
import type { Person } from "@/app/_ui/use-person";
import type { Format } from "@/lib/shared/format";
import type { Cell, Rows } from "@/lib/sources/schema";

export type Series = {
  name: string;
  values: (number | null)[];
  write: CellFormat;
  /** Whether its values may be added up. */
  additive: boolean;
  /** What its rows have in the column that splits; undefined where none does, and for “Other”. */
  cell?: Cell;
};

/** Rows turned into series over one x: what line, area and bar draw. */
export type Gathered = {
  xs: { text: string; cell: Cell; time: number | null; number: number | null; rest?: boolean }[];
  series: Series[];
  x: ReturnType<typeof columnAt>;
  notes: string[];
};

export type Encoding = {
  x: string;
  y: string[];
  series?: string | undefined;
  format?: Format | undefined;
  formats?: Record<string, Format> | undefined;
};

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
  const several = new Set<"added up" | "averaged">();
  const counts = new Map<Series, number[]>();

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
        const format = encoding.formats?.[measure.name] ?? encoding.format;
        one = {
          ...{ name, values: [], additive: isAdditive(measure.name, format) },
          write: cellFormat(measure, format, person, sampleOf(measure.at)),
        };
        if (split) one.cell = row[split.at] ?? null;
        series.set(name, one);
      }
      const value = toNumber(row[measure.at]);
      const before = one.values[place];
      if (typeof before !== "number") one.values[place] = value;
      else if (one.additive) {
        several.add("added up");
        one.values[place] = before + (value ?? 0);
      } else if (value !== null) {
        several.add("averaged");
        const seen = counts.get(one) ?? [];
        counts.set(one, seen);
        const count = (seen[place] ?? 1) + 1;
        seen[place] = count;
        one.values[place] = before + (value - before) / count;
      }
    }
  }

  const notes: string[] = [];
  for (const how of several)
    notes.push(`Several rows share one “${columnLabel(x.name)}”; their values were ${how}.`);
  const kept = keepLargest([...series.values()], notes).map((one) => ({
    ...one,
    values: Array.from(xs, (_, index) => one.values[index] ?? null),
  }));
  return { xs, series: kept, x, notes };
}

const weightOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);

/** The largest series; the others as one named Other (D15). */
export function topSeries(gathered: Gathered, top: number | undefined): Gathered {
  const { series } = gathered;
  if (top === undefined || series.length <= top + 1) return gathered;
  const kept = new Set([...series].sort((a, b) => weightOf(b.values) - weightOf(a.values)).slice(0, top));
  const rest = series.filter((one) => !kept.has(one));
  const [first] = rest;
  if (!first) return gathered;
  const { write, additive } = first;
  const values = gathered.xs.map((_, at) =>
    combined(
      rest.map((one) => one.values[at] ?? null),
      additive,
    ),
  );
  const other: Series = { name: "Other", values, write, additive };
  return {
    ...gathered,
    series: [...series.filter((one) => kept.has(one)), other],
    notes: [...gathered.notes, restNote(rest.length, additive)],
  };
}

/** The largest of the categories; the others as one named Other, at the end (D15). */
export function topXs(gathered: Gathered, top: number | undefined): Gathered {
  const { xs, series } = gathered;
  if (top === undefined || xs.length <= top + 1) return gathered;
  const total = (at: number) => weightOf(series.map((one) => one.values[at] ?? null));
  const largest = xs.map((_, at) => at).sort((a, b) => total(b) - total(a));
  const kept = new Set(largest.slice(0, top));
  const rest = largest.slice(top);
  const shown = reordered(
    gathered,
    xs.map((_, at) => at).filter((at) => kept.has(at)),
  );
  return {
    ...shown,
    xs: [...shown.xs, { text: "Other", cell: null, time: null, number: null, rest: true }],
    series: shown.series.map((one, index) => ({
      ...one,
      values: [
        ...one.values,
        combined(
          rest.map((at) => series[index]?.values[at] ?? null),
          one.additive,
        ),
      ],
    })),
    notes: [
      ...gathered.notes,
      restNote(
        rest.length,
        series.every((one) => one.additive),
      ),
    ],
  };
}

const restNote = (count: number, additive: boolean) =>
  additive ? `“Other” adds up the ${count} smallest.` : `“Other” is the mean of the ${count} smallest.`;

/** Which rows are in a mark of lines, areas and bars. */
export function marksOf({ xs, series }: Gathered, encoding: Encoding): Pick<Compiled, "markAt" | "sizes"> {
  return {
    sizes: series.map(() => xs.length),
    markAt: (seriesIndex, dataIndex) => {
      const [x, one] = [xs[dataIndex], series[seriesIndex]];
      const amount = one?.values[dataIndex] ?? null;
      if (!x || !one || amount === null) return null;
      const said = {
        label: series.length > 1 ? `${x.text}, ${one.name}` : x.text,
        value: one.write.full(amount),
      };
      const mark: Required<Mark> = { ...said, where: [], except: [] };
      const [column, split] = [encoding.x, encoding.series];
      if (x.rest) mark.except.push({ column, cells: xs.flatMap(({ rest, cell }) => (rest ? [] : [cell])) });
      else mark.where.push({ column, cell: x.cell });
      if (split !== undefined && one.cell !== undefined) mark.where.push({ column: split, cell: one.cell });
      else if (split !== undefined)
        mark.except.push({
          column: split,
          cells: series.flatMap(({ cell }) => (cell === undefined ? [] : [cell])),
        });
      const { except, ...plain } = mark;
      return except.length > 0 ? mark : plain;
    },
  };
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
