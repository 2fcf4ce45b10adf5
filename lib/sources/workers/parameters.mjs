import { BIGINT, BOOLEAN, DOUBLE, INTEGER, LIST, listValue, SQLNULL, VARCHAR } from "@duckdb/node-api";
import { Refusal } from "./refusal.mjs";

const int32 = 2 ** 31;

function numberType(value) {
  if (!Number.isInteger(value) || !Number.isSafeInteger(value)) return DOUBLE;
  return value >= -int32 && value < int32 ? INTEGER : BIGINT;
}

function bound(value) {
  if (value === null) return [null, SQLNULL];
  if (typeof value === "boolean") return [value, BOOLEAN];
  if (typeof value === "string") return [value, VARCHAR];
  if (typeof value === "number") {
    const type = numberType(value);
    return [type === BIGINT ? BigInt(value) : value, type];
  }
  if (value.length === 0) return [listValue([]), LIST(SQLNULL)];
  if (value.every((each) => typeof each === "number")) {
    const whole = value.every((each) => Number.isSafeInteger(each));
    return [listValue(whole ? value.map(BigInt) : value), LIST(whole ? BIGINT : DOUBLE)];
  }
  return [listValue(value.map(String)), LIST(VARCHAR)];
}

const fold = (name) => name.toLowerCase();

/**
 * The value of each name a statement asks for. A parameter without a value is told, unless `missing` is "null"; a value
 * that no parameter asks for too.
 */
export function chooseValues(names, { params: values, offered, missing }) {
  const all = [...Object.entries(offered), ...Object.entries(values)];
  const given = new Map(all.map(([name, value]) => [fold(name), value]));
  const asked = new Set(names.map(fold));
  const absent = names.filter((name) => !given.has(fold(name)));
  if (absent.length > 0 && missing !== "null")
    throw new Refusal(`Give a value for ${absent.map((name) => `$${name}`).join(", ")}.`);
  const unknown = Object.keys(values).filter((name) => !asked.has(fold(name)));
  if (unknown.length > 0) {
    const uses = names.length > 0 ? `It has ${names.map((name) => `$${name}`).join(", ")}.` : "It has none.";
    throw new Refusal(`The query has no parameter ${unknown.map((name) => `$${name}`).join(", ")}. ${uses}`);
  }
  return (name) => given.get(fold(name)) ?? null;
}

/** Binds values to `$names` (D9): they never become part of the text. */
export function bindParameters(prepared, names, job) {
  const choose = chooseValues(names, job);
  for (let index = 1; index <= prepared.parameterCount; index++) {
    const [value, type] = bound(choose(prepared.parameterName(index)));
    if (value === null) prepared.bindNull(index);
    else prepared.bindValue(index, value, type);
  }
}
