import { columnAt, isTemporal, toNumber, toTime } from "@/app/_canvas/charts/cell";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { cellFormat } from "@/app/_canvas/charts/format";
import { whereOf } from "@/app/_canvas/charts/rows-behind";
import { toneOf } from "@/app/_canvas/charts/tone";
import type { Person } from "@/app/_ui/use-person";
import type { Rule, WidgetSpec } from "@/lib/dashboards/schema";
import type { Rows } from "@/lib/sources/schema";

export type BigNumber = {
  text: string;
  /** The whole value where `text` is shortened. */
  title: string;
  change: {
    text: string;
    before: string;
    direction: "up" | "down" | "same";
    tone: "good" | "bad" | "neutral";
  } | null;
  /** By its rules (D15). */
  tone: Rule["tone"] | null;
  /** Which of the rows it is; of one row nothing needs to be said. */
  where: Mark["where"];
  /** Between 0 and 1, left to right and bottom to top. */
  sparkline: { x: number; y: number }[];
};

/**
 * One number. With a sparkline its rows are a history and the newest one counts; without, the first row does.
 * Throws MissingColumn.
 */
export function bigNumber(spec: WidgetSpec<"number">, rows: Rows, person: Person): BigNumber | null {
  const value = columnAt(rows, spec.value);
  const compare = spec.compare === undefined ? null : columnAt(rows, spec.compare);
  const history = spec.sparkline ? historyOf(spec.sparkline, rows) : [];
  const row = history.length > 0 ? rows.rows[history.at(-1)?.at ?? 0] : rows.rows[0];
  if (!row) return null;
  const write = cellFormat(
    value,
    spec.format,
    person,
    rows.rows.map((each) => each[value.at]),
  );
  const amount = toNumber(row[value.at]);
  const before = compare ? toNumber(row[compare.at]) : null;
  const long = amount !== null && Math.abs(amount) >= 1e6 && spec.format !== "integer";
  return {
    text: long ? write.short(amount) : write.full(row[value.at]),
    title: write.full(row[value.at]),
    tone: toneOf(spec.rules, row[value.at]),
    change:
      amount === null || before === null || !compare
        ? null
        : changeOf(amount, before, write.full(row[compare.at]), spec.better ?? "up", person),
    where: rows.rows.length > 1 ? whereOf(rows, row) : [],
    sparkline: spread(history),
  };
}

function changeOf(
  now: number,
  before: number,
  text: string,
  better: "up" | "down" | "neutral",
  person: Person,
) {
  const direction = now > before ? "up" : now < before ? "down" : "same";
  const percent = new Intl.NumberFormat(person.locale, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const plain = new Intl.NumberFormat(person.locale, { maximumFractionDigits: 2, signDisplay: "exceptZero" });
  const tone =
    direction === "same" || better === "neutral" ? "neutral" : direction === better ? "good" : "bad";
  return {
    text: before === 0 ? plain.format(now) : percent.format((now - before) / Math.abs(before)),
    before: text,
    direction,
    tone,
  } as const;
}

type Moment = { at: number; x: number; y: number };

function historyOf(sparkline: { x: string; y: string }, rows: Rows): Moment[] {
  const [x, y] = [columnAt(rows, sparkline.x), columnAt(rows, sparkline.y)];
  return rows.rows
    .flatMap((row, at): Moment[] => {
      const place = isTemporal(x.kind) ? toTime(row[x.at], x.kind) : (toNumber(row[x.at]) ?? at);
      const height = toNumber(row[y.at]);
      return place === null || height === null ? [] : [{ at, x: place, y: height }];
    })
    .sort((a, b) => a.x - b.x);
}

function spread(history: Moment[]): { x: number; y: number }[] {
  if (history.length < 2) return [];
  const [xs, ys] = [history.map((moment) => moment.x), history.map((moment) => moment.y)];
  const within = (value: number, all: number[]) => {
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return high === low ? 0.5 : (value - low) / (high - low);
  };
  return history.map((moment) => ({ x: within(moment.x, xs), y: within(moment.y, ys) }));
}
