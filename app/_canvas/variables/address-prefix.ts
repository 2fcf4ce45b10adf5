/** What the names of variables begin with in the address. */
export const prefix = "v-";

/** Another board has other variables. */
export function dropVariables(params: URLSearchParams): void {
  for (const key of [...params.keys()]) if (key.startsWith(prefix)) params.delete(key);
}
