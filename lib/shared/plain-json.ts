import type { Json } from "@/lib/shared/json";

/** A typed value as the JSON it is stored and sent as: a copy, without members that are undefined. */
export function plainJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}
