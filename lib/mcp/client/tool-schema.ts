import { withoutControls } from "@/lib/agent/text-for-model";
import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";
import { valueAt } from "@/lib/shared/pointer";

/** Characters of JSON that a tool's schema may cost a prompt. */
const limit = 12_000;
const mostNodes = 4_000;
const longestDescription = 4_000;

const dropped = new Set(["$schema", "$id", "$defs", "definitions", "$comment", "$anchor", "$ref"]);
const namedParts = new Set(["properties", "patternProperties", "dependentSchemas"]);
const inherited = new Set(["__proto__", "constructor", "prototype"]);
const combiners = ["allOf", "anyOf", "oneOf"] as const;

class TooLarge extends Error {}

/**
 * A tool's input schema as every provider takes it: an object with properties at the top, no references, of a bounded
 * size. What a model writes is checked against the schema as sent, so that this one may be looser (T2).
 */
export function schemaForModel(sent: unknown): JsonObject {
  const root = isJsonObject(sent) ? sent : {};
  try {
    const whole = asObject(inlined(root));
    return JSON.stringify(whole).length <= limit ? whole : outline(whole);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return outline(asObject(root));
  }
}

export function descriptionForModel(sent: string | undefined): string {
  const text = withoutControls(sent ?? "");
  return text.length <= longestDescription ? text : `${text.slice(0, longestDescription)}…`;
}

/** References are replaced by what they mean; one that leads back to itself by anything. */
function inlined(root: JsonObject): JsonObject {
  let nodes = 0;
  const walk = (node: Json, within: readonly string[], isNames: boolean): Json => {
    if (++nodes > mostNodes) throw new TooLarge();
    if (Array.isArray(node)) return node.map((each) => walk(each, within, false));
    if (!isJsonObject(node)) return node;
    const { $ref: reference } = node;
    if (typeof reference === "string" && !isNames) {
      const { $ref: _, ...beside } = node;
      const meant = within.includes(reference) ? undefined : target(root, reference);
      const merged = isJsonObject(meant) ? { ...meant, ...beside } : beside;
      return walk(merged, [...within, reference], false);
    }
    return Object.fromEntries(
      Object.entries(node)
        .filter(([key]) => !inherited.has(key) && (isNames || !dropped.has(key)))
        .map(([key, value]) => [key, walk(value, within, !isNames && namedParts.has(key))]),
    );
  };
  return walk(root, [], false) as JsonObject;
}

function target(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith("#")) return undefined;
  try {
    return valueAt(root, decodeURIComponent(reference.slice(1)));
  } catch {
    return undefined;
  }
}

/** Choices at the top, which providers refuse, become one object with the properties of all. */
function asObject(schema: JsonObject): JsonObject {
  const { allOf, anyOf, oneOf, ...rest } = schema;
  const parts = combiners.flatMap((key) =>
    Array.isArray(schema[key]) ? schema[key].filter(isJsonObject) : [],
  );
  const all = parts.map(asObject);
  const properties = Object.assign({}, ...all.map((part) => part.properties), objectOr(rest.properties));
  const always = Array.isArray(allOf)
    ? allOf.filter(isJsonObject).flatMap((part) => namesIn(part.required))
    : [];
  const required = [...new Set([...namesIn(rest.required), ...always])].filter((name) => name in properties);
  return { ...rest, type: "object", properties, ...(required.length > 0 ? { required } : { required: [] }) };
}

/** The names, types and short descriptions at the top alone. */
function outline({ properties, required }: JsonObject): JsonObject {
  const short = Object.entries(objectOr(properties))
    .slice(0, 100)
    .map(([name, value]): [string, Json] => {
      if (!isJsonObject(value)) return [name, {}];
      const { type, description } = value;
      return [
        name,
        {
          ...((typeof type === "string" || Array.isArray(type)) && { type }),
          ...(typeof description === "string" && { description: description.slice(0, 200) }),
        },
      ];
    });
  return { type: "object", properties: Object.fromEntries(short), required: namesIn(required) };
}

function objectOr(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function namesIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
