import { misfitOf, plainNumber, textOf } from "./readings.mjs";
import { literal } from "./sql-text.mjs";

const columnsAtOnce = 50;
const fraction = (number) => `length(regexp_extract(${number}, '\\.(\\d*)', 1))`;
const isFloat = (number) => `regexp_matches(${number}, '[eENI]')`;

/** What is asked of a column's numbers: `n` in plain form, `t` as written. */
const measures = {
  whole: (n) => `max(length(regexp_extract(${n}, '^-?0*(\\d*)', 1)))`,
  scale: (n) => `max(${fraction(n)})`,
  least: (n) => `min(${fraction(n)})`,
  zeros: (n) => `count(*) filter (regexp_matches(${n}, '\\.\\d*0$'))`,
  floats: (n) => `count(*) filter (${isFloat(n)})`,
  inexact: (n) =>
    `count(*) filter (length(regexp_replace(${n}, '^[-.0]+|[-.]', '', 'g')) > 15 and not ${isFloat(n)} and try_cast(${n} as double)::varchar <> ${n})`,
  symbols: (_, t) => `count(*) filter (regexp_matches(${t}, ${literal("[^-+−0-9.,'’() %eE\u00A0\u202F]")}))`,
  percents: (_, t) => `count(*) filter (${t} like '%\\%%' escape '\\')`,
  count: (_, t) => `count(${t})`,
};

/** What it takes to hold each column's numbers without losing a digit. */
async function measureAll(connection, asked) {
  const found = [];
  for (let from = 0; from < asked.length; from += columnsAtOnce) {
    const some = asked.slice(from, from + columnsAtOnce);
    const inner = some.flatMap(({ column, reading }, at) => {
      const text = `trim(${textOf(column)})`;
      const fits = `${text} <> '' and not ${misfitOf(column, reading)}`;
      const number = reading.style ? plainNumber(text, reading.style) : text;
      return [
        `case when ${fits} then ${text} end as t${at}`,
        `case when ${fits} then ${number} end as n${at}`,
      ];
    });
    const outer = some.flatMap((_, at) =>
      Object.values(measures).map((measure) => measure(`n${at}`, `t${at}`)),
    );
    const reader = await connection.runAndReadAll(
      `select ${outer.join(", ")} from (select ${inner.join(", ")} from staged)`,
    );
    const values = reader.getRows()[0].map(Number);
    const names = Object.keys(measures);
    for (const at of some.keys())
      found.push(Object.fromEntries(names.map((name, index) => [name, values[at * names.length + index]])));
  }
  return found;
}

/** The engine's type that keeps a column's numbers, and what is told of them. */
function settle(reading, { whole, scale, least, zeros, floats, inexact, symbols, percents, count }) {
  const { style } = reading;
  const told = { ...(symbols > 0 && floats === 0 && { symbols }), ...(percents > 0 && { percents }) };
  const money = symbols > 0 && symbols === count;
  const fixed = scale > 0 && least === scale && zeros > 0;
  if (floats > 0 || percents > 0) return { reading, ...told };
  if (style && scale === 0 && !money && whole <= 18) return { reading: { as: "integer", style }, ...told };
  if (inexact === 0 && !money && !fixed) return { reading, ...told };
  const digits = money ? Math.max(2, scale) : scale;
  if (digits > 18 || whole + digits > 38) return { reading: inexact > 0 ? { as: "text" } : reading, ...told };
  const wide = whole + digits > 18;
  return {
    reading: { as: "decimal", ...(style && { style }), scale: digits, ...(wide && { wide }) },
    ...told,
  };
}

/**
 * Numbers as the engine's type that keeps them: DOUBLE; DECIMAL for amounts of money, for values written with a fixed
 * number of digits and for more digits than a float has; BIGINT for whole ones; text where nothing else does. Other
 * readings stay. Gives back one for each of `asked`.
 */
export async function settleNumbers(connection, asked) {
  const numbers = asked.filter(({ reading }) => reading.as === "number");
  const measured = await measureAll(connection, numbers);
  const found = new Map(numbers.map((each, at) => [each, settle(each.reading, measured[at])]));
  return asked.map((each) => found.get(each) ?? { reading: each.reading });
}
