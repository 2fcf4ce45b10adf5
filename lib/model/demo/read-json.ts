import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";

// Results come from tools of any make: what isn't there reads as absent, never as an error.

export const object = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);
export const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
export const objects = (value: unknown): JsonObject[] =>
  list(value).flatMap((entry) => (isJsonObject(entry) ? [entry] : []));
export const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export function number(value: unknown): number | undefined {
  const parsed =
    typeof value === "number"
      ? value
      : typeof value === "string" && value.trim() !== ""
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** The first of these members that is a text. */
export const textAt = (value: JsonObject, ...names: string[]): string | undefined =>
  names.map((name) => text(value[name])).find((found) => found !== undefined);
