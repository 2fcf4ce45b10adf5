/** A table as the demo model knows it from the prompt or a tool's result. */
export type Table = {
  name: string;
  sourceId: string | undefined;
  rows: number | undefined;
  columns: Column[];
  /** Whether types and sample values are known, or only names. */
  described: boolean;
  /** Which words its database wants. */
  dialect: "duckdb" | "postgres";
  /** The message points at it: a file that was just dropped, or what was named with @. */
  meant: boolean;
  /** Numbers over its rows that people have named for good. */
  named: NamedMetric[];
};

/** A metric of the team's knowledge: an expression on a table's columns. */
export type NamedMetric = { name: string; sql: string; format: string };

/** Its name without the words that split a request. */
export const plainName = (name: string): string =>
  name
    .replace(/\b(?:per|by|across|over|and|versus|vs|plus|for|each|of|to|in)\b|[,&]/gi, " ")
    .replace(/\s+/g, " ")
    .trim() || name;

export type Column = { name: string; type: string; samples: string[]; distinct: number | undefined };

export type ColumnRole = "number" | "date" | "flag" | "text" | "id";

export function roleOf(column: Column): ColumnRole {
  if (/(^|_|\s)(id|uuid|key)$/i.test(column.name) || /[a-z]I[dD]$/.test(column.name)) return "id";
  const type = column.type.toUpperCase();
  if (/DATE|TIMESTAMP/.test(type)) return "date";
  if (/BOOL/.test(type)) return "flag";
  if (/INT|DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL|NUMBER|MONEY/.test(type) && !/INTERVAL|POINT/.test(type))
    return /^(year|zip|postcode|phone)$/i.test(column.name) ? "text" : "number";
  return "text";
}

export const columnsWith = (table: Table, role: ColumnRole): Column[] =>
  table.columns.filter((column) => roleOf(column) === role);

/** Text that is read rather than grouped by: names, comments, addresses. */
export function isProse(column: Column): boolean {
  if (/(name|title|comment|description|note|text|email|url|address|summary|feedback)s?$/i.test(column.name))
    return column.distinct === undefined || column.distinct > 30;
  return (column.distinct ?? 0) > 200 || column.samples.some((sample) => sample.length > 40);
}

/** When things happened: the first date column that isn't about their end. */
export function timeColumnOf(table: Table): Column | undefined {
  const dates = columnsWith(table, "date");
  return (
    dates.find((column) => !/(end|resolv|clos|updat|modif|delet|expir|churn|cancel)/i.test(column.name)) ??
    dates[0]
  );
}
