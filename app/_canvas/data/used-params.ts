import type { Params } from "@/lib/sources/schema";

/** Only the variables a query names: another one's change must not ask for its rows again. */
export function usedParams(sql: string, params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => new RegExp(`\\$${name}(?![A-Za-z0-9_])`).test(sql)),
  );
}
