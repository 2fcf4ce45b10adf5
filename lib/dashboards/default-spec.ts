import type { WidgetKind } from "@/lib/dashboards/schema";
import type { JsonObject } from "@/lib/shared/json";
import type { Column } from "@/lib/sources/schema";

const numeric =
  /^(U?(TINY|SMALL|BIG|HUGE)?INT|INTEGER|UTINYINT|DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL|INT[248]|MONEY)/i;
const temporal = /^(DATE|TIMESTAMP|TIME)/i;

export const isNumeric = (column: Column) => numeric.test(column.type);
export const isTemporal = (column: Column) => temporal.test(column.type);

/** Numbers that name a time or a thing: nothing one would add up or draw as a height. */
const isPeriod = (column: Column) =>
  isNumeric(column) && /(^|_)(year|quarter|month|week|day|hour)$/i.test(column.name);
const isId = (column: Column) => isNumeric(column) && /(^|_)(id|key)$/i.test(column.name);

/**
 * A spec guessed from the columns' types, with as many members as could be guessed: the x axis is a time or a label,
 * the measures are numbers. A number without a table around it is better guessed than asked for.
 */
export function defaultSpec(kind: WidgetKind, columns: readonly Column[]): JsonObject {
  const numbers = columns.filter(isNumeric);
  const amounts = numbers.filter((column) => !isPeriod(column) && !isId(column));
  const measures = (amounts.length > 0 ? amounts : numbers).map((column) => column.name);
  const times = [...columns.filter(isTemporal), ...(amounts.length > 0 ? columns.filter(isPeriod) : [])].map(
    (column) => column.name,
  );
  const labels = columns
    .filter((column) => !isNumeric(column) && !isTemporal(column))
    .map((column) => column.name);
  const [measure, second] = measures;
  const dimensions = [...labels, ...times];
  const first = (...names: (string | undefined)[]) => names.find((name) => name !== undefined);
  switch (kind) {
    case "line":
    case "area":
    case "bar": {
      const x = kind === "bar" ? first(labels[0], times[0], measure) : first(times[0], labels[0], measure);
      const y = measures.filter((name) => name !== x);
      const series = y.length === 1 ? labels.find((name) => name !== x) : undefined;
      return present({ x, y: y.length > 0 ? y.slice(0, 20) : undefined, series });
    }
    case "number":
      // Rows over time are a history, of which the newest counts.
      return {
        ...present({ value: measure }),
        ...(measure !== undefined && times[0] !== undefined
          ? { sparkline: { x: times[0], y: measure } }
          : {}),
      };
    case "pie":
      return present({ label: first(...dimensions), value: measure });
    case "funnel":
      return present({ stage: first(...dimensions), value: measure });
    case "scatter":
      return present({ x: measure, y: second, series: labels[0] });
    case "heatmap":
      return present({ x: dimensions[0], y: dimensions[1], value: measure });
    case "pivot":
      return present({
        rows: dimensions[0] === undefined ? undefined : [dimensions[0]],
        columns: dimensions.slice(1, 2),
        value: measure,
        aggregate: "sum",
      });
    case "table":
    case "text":
      return {};
    default:
      return kind satisfies never;
  }
}

function present(members: Record<string, string | string[] | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
