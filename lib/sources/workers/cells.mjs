import { DuckDBTypeId, JsonDuckDBValueConverter } from "@duckdb/node-api";

/** An engine value as JSON, nothing lost (Q3): the rule is told at Cell in schema.ts. Works inside lists and structs too. */
export function toCell(value, type, next) {
  if (value === null || value === undefined) return null;
  return type.typeId === DuckDBTypeId.INTERVAL
    ? value.toString()
    : JsonDuckDBValueConverter(value, type, next);
}
