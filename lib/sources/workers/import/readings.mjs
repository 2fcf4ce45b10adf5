import { literal, quote } from "./sql-text.mjs";

// What a column's texts are read as. The patterns are used by the engine and, on a sample, here: they hold nothing that
// the two understand differently. Whatever doesn't match isn't read: no value is changed silently.

const symbols = "(?:[$€£¥₹₽₩]|USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK|PLN|kr|zł|Fr\\.)";
const spaces = " \u00A0\u202F";
const styles = {
  point: { group: `[,'’${spaces}]`, mark: "\\." },
  comma: { group: `[.'’${spaces}]`, mark: "," },
};

// 007 is a name, not a number.
const whole = "(?:0|[1-9]\\d*)";

function styled({ group, mark }, digits) {
  const amount = `(?:[1-9]\\d{0,2}(?:${group}\\d{3})+|${whole})(?:${mark}${digits})?|${mark}\\d+`;
  return `\\(?[-+−]?${symbols}?[${spaces}]?[-+−]?(?:${amount})(?:[eE][-+]\\d+)?[${spaces}]?(?:${symbols}|%)?\\)?`;
}

const numeric = new Set(["integer", "number", "decimal"]);
const iso = "\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}";
const clock = "\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?";
const dayFirst = "\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})";
const words = "(?:[A-Za-z]{3},? )?(?:\\d{1,2}[- ][A-Za-z]{3,9}[- ]\\d{2,4}|[A-Za-z]{3,9} \\d{1,2},? \\d{4})";
const days = { ymd: iso, dmy: dayFirst, mdy: dayFirst, words };
const zone = " ?(?:Z|[-+]\\d{2}(?::?\\d{2})?)";
const further = `,?[T ]${clock}(?: ?[AaPp][Mm])?`;

/** The pattern a text must match from end to end to be read as `reading`; none where the engine alone decides. */
export function patternOf({ as, style = "plain", order = "ymd", scale = 2 }) {
  if (as === "boolean") return "[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]";
  // A fraction that is too long for its type would be rounded.
  const digits = as === "decimal" ? `\\d{0,${scale}}` : "\\d*";
  if (style !== "plain" && numeric.has(as)) return styled(styles[style], digits);
  if (as === "integer") return "-?[1-9]\\d*|0";
  if (as === "decimal") return `-?(?:${whole}(?:\\.${digits})?|\\.\\d{1,${scale}})`;
  // Only an exponent with its sign: 12e4 is a name as well.
  if (as === "number") return `-?(?:${whole}(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]\\d+)?|NaN|-?Infinity`;
  if (as === "date") return days[order];
  if (as === "timestamp") return order === "ymd" ? `${iso}[T ]${clock}` : `${days[order]}${further}`;
  if (as === "timestamptz") return `${iso}[T ]${clock}${zone}`;
  if (as === "time") return clock;
  return undefined;
}

const dayFormats = {
  ymd: ["%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d"],
  dmy: ["%d.%m.", "%d/%m/", "%d-%m-"].flatMap((day) => [`${day}%y`, `${day}%Y`]),
  mdy: ["%m/%d/", "%m-%d-", "%m.%d."].flatMap((day) => [`${day}%y`, `${day}%Y`]),
  words: [
    "%d %b %Y",
    "%d %B %Y",
    "%d-%b-%y",
    "%d-%b-%Y",
    "%b %d %Y",
    "%B %d %Y",
    "%a %d %b %Y",
    "%a %b %d %Y",
  ],
};
const clockFormats = ["%H:%M:%S.%f", "%H:%M:%S", "%H:%M", "%I:%M:%S %p", "%I:%M %p", "%I:%M:%S%p", "%I:%M%p"];
// Two digits of a year are tried first: four would take them for the year 24.
const list = (formats) => `[${formats.map(literal).join(", ")}]`;

/** A number's text in the form that the engine casts: -1234.5e-2. */
export function plainNumber(text, style) {
  const { group } = styles[style];
  const digits = `regexp_replace(replace(${text}, '−', '-'), ${literal(`${symbols}|${group}|[%()+${spaces}]`)}, '', 'g')`;
  const point = style === "comma" ? `replace(${digits}, ',', '.')` : digits;
  return `(case when ${text} like '(%' then '-' else '' end || ${point} || case when ${text} like '%\\%%' escape '\\' then 'e-2' else '' end)`;
}

/** The engine's type for what is read. */
export function typeOf({ as, wide, scale = 2 }, given = "VARCHAR") {
  const types = {
    given,
    text: "VARCHAR",
    boolean: "BOOLEAN",
    integer: wide ? "HUGEINT" : "BIGINT",
    number: "DOUBLE",
    decimal: `DECIMAL(${wide ? 38 : 18}, ${scale})`,
    date: "DATE",
    timestamp: "TIMESTAMP",
    timestamptz: "TIMESTAMP WITH TIME ZONE",
    time: "TIME",
  };
  return types[as];
}

function cast(text, reading) {
  const { as, style = "plain", order = "ymd" } = reading;
  const type = typeOf(reading);
  if (as === "integer" && style !== "plain") {
    const number = plainNumber(text, style);
    // 1.5 is no whole number; the engine would round it.
    return `case when try_cast(${number} as decimal(38, 6)) = floor(try_cast(${number} as decimal(38, 6))) then try_cast(${number} as ${type}) end`;
  }
  if (as === "decimal") {
    const number = style === "plain" ? text : plainNumber(text, style);
    return `try_cast(${number} as ${type})`;
  }
  if (as === "number" && style !== "plain") return `try_cast(${plainNumber(text, style)} as ${type})`;
  if (as === "date" && order !== "ymd")
    return `try_strptime(replace(${text}, ',', ''), ${list(dayFormats[order])})::date`;
  if (as === "date") return `try_cast(try_strptime(${text}, ${list(dayFormats.ymd)}) as date)`;
  if (as === "timestamp" && order !== "ymd") {
    const formats = dayFormats[order].flatMap((day) => clockFormats.map((time) => `${day} ${time}`));
    return `try_strptime(replace(replace(${text}, ',', ''), 'T', ' '), ${list(formats)})`;
  }
  if (as === "timestamp" || as === "timestamptz")
    return `try_cast(regexp_replace(replace(${text}, '/', '-'), '^(\\d{4})\\.(\\d+)\\.', '\\1-\\2-') as ${type})`;
  return `try_cast(${text} as ${type})`;
}

const nested = /\[|^(STRUCT|MAP|UNION)/;

/** A column as text, whatever it was given as. */
export function textOf({ name, given }) {
  if (given === "VARCHAR") return quote(name);
  return nested.test(given) ? `to_json(${quote(name)})::varchar` : `${quote(name)}::varchar`;
}

/** Exports put ' before what a spreadsheet would take for a formula: it is taken off again. */
export const guarded = "^''*(?:[=@\\t\\r]|[+-])".replaceAll("''", "'");
const unguarded = (text) =>
  `case when starts_with(${text}, '''') and regexp_matches(${text}, ${literal(guarded)}) then ${text}[2:] else ${text} end`;

/** SQL for a staged column's values; NULL for those that aren't what `reading` says. */
export function readValue(column, reading) {
  if (reading.as === "given") return quote(column.name);
  const text = textOf(column);
  if (reading.as === "text") return column.given === "VARCHAR" ? unguarded(text) : text;
  const trimmed = `trim(${text})`;
  const pattern = patternOf(reading);
  return `case when regexp_full_match(${trimmed}, ${literal(pattern)}) then ${cast(trimmed, reading)} end`;
}

/** Whether a column is read as it was found to be: then everything in it fits. */
export function isAsFound(column, reading) {
  return JSON.stringify(column.reading) === JSON.stringify(reading);
}

/** SQL that is true for a value that is there and isn't what `reading` says. */
export function misfitOf(column, reading) {
  if (reading.as === "given" || reading.as === "text" || isAsFound(column, reading)) return "false";
  const text = textOf(column);
  return `(trim(${text}) <> '' and (${readValue(column, reading)}) is null)`;
}
