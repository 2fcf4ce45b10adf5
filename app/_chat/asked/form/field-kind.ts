import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";

/** How a value of a JSON Schema is edited. What has no form of its own is edited as JSON. */
export type FieldKind =
  | { kind: "text"; long: boolean }
  | { kind: "number"; whole: boolean }
  | { kind: "flag" }
  | { kind: "choice"; options: readonly (string | number)[] }
  | { kind: "list"; item: JsonObject }
  | { kind: "group"; members: readonly Member[] }
  | { kind: "json" };
export type Member = { key: string; schema: JsonObject; required: boolean };

/** Longer ones are written over several lines. */
const shortText = 120;

export function fieldKind(given: JsonObject, value?: Json): FieldKind {
  const schema = withoutNull(given);
  const { type, enum: options, items } = schema;
  if (Array.isArray(options)) {
    const named = options.filter((each) => typeof each === "string" || typeof each === "number");
    return named.length > 0 && fits(value, ["string", "number"])
      ? { kind: "choice", options: named }
      : { kind: "json" };
  }
  if (type === "string" && fits(value, ["string"])) return { kind: "text", long: isLong(value) };
  if ((type === "number" || type === "integer") && fits(value, ["number"]))
    return { kind: "number", whole: type === "integer" };
  if (type === "boolean" && fits(value, ["boolean"])) return { kind: "flag" };
  if (type === "array" && isJsonObject(items) && (value === undefined || Array.isArray(value)))
    return { kind: "list", item: items };
  const members = membersOf(schema, value);
  return members.length > 0 && (value === undefined || isJsonObject(value))
    ? { kind: "group", members }
    : { kind: "json" };
}

/** A new item of a list: empty, with the members it must have. */
export function blankValue(schema: JsonObject): Json {
  const field = fieldKind(schema, undefined);
  switch (field.kind) {
    case "text":
      return "";
    case "number":
      return 0;
    case "flag":
      return false;
    case "choice":
      return field.options[0] ?? "";
    case "list":
      return [];
    case "group":
      return Object.fromEntries(
        field.members.flatMap((member) => (member.required ? [[member.key, blankValue(member.schema)]] : [])),
      );
    case "json":
      return null;
  }
}

/** A member's key as words: `dashboard_id` is a dashboard. */
export function fieldLabel(key: string): string {
  const words = key
    .replace(/y_ids$/, "ies")
    .replace(/_ids$/, "s")
    .replace(/_id$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? key : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Those that the schema names, and any other the value has: nothing of a call is hidden from who approves it. */
function membersOf({ properties, required }: JsonObject, value: Json | undefined): Member[] {
  const named = properties !== undefined && isJsonObject(properties) ? Object.entries(properties) : [];
  const needed = Array.isArray(required) ? required : [];
  const extra = isJsonObject(value ?? null) ? Object.keys(value as JsonObject) : [];
  return [
    ...named.map(([key, schema]) => ({
      key,
      schema: isJsonObject(schema) ? schema : {},
      required: needed.includes(key),
    })),
    ...(named.length === 0
      ? []
      : extra
          .filter((key) => !named.some(([name]) => name === key))
          .map((key) => ({ key, schema: {}, required: false }))),
  ];
}

/** What may also be null is edited as what it is otherwise. */
function withoutNull(schema: JsonObject): JsonObject {
  const { type, anyOf } = schema;
  if (Array.isArray(type)) {
    const [only, ...more] = type.filter((each) => each !== "null");
    return only !== undefined && more.length === 0 ? { ...schema, type: only } : schema;
  }
  if (!Array.isArray(anyOf)) return schema;
  const [only, ...more] = anyOf.filter((each) => isJsonObject(each) && each.type !== "null");
  return only !== undefined && isJsonObject(only) && more.length === 0 ? { ...schema, ...only } : schema;
}

function fits(value: Json | undefined, types: readonly string[]): boolean {
  return value === undefined || types.includes(typeof value);
}

function isLong(value: Json | undefined): boolean {
  return typeof value === "string" && (value.length > shortText || value.includes("\n"));
}
