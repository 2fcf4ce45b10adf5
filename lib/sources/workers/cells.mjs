import { DuckDBTypeId, JsonDuckDBValueConverter } from "@duckdb/node-api";

const endless = { 2147483647: "infinity", "-2147483647": "-infinity" };

/** JSON has no word for it. */
const belowZero = (value) => typeof value === "number" && Object.is(value, -0);

/** An engine value as JSON, nothing lost (Q3): the rule is told at Cell in schema.ts. Works inside lists and structs too. */
export function toCell(value, type, next) {
  if (value === null || value === undefined) return null;
  if (type.typeId === DuckDBTypeId.INTERVAL) return value.toString();
  if (type.typeId === DuckDBTypeId.DATE) return endless[value.days] ?? value.toString();
  if (belowZero(value)) return "-0";
  return JsonDuckDBValueConverter(value, type, next);
}
