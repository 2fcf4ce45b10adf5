import type { Params } from "@/lib/sources/schema";

const skipped = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)/g;

/** The `$names` a text asks values for, in order: for their fields alone, the engine decides what counts. */
export function parameterNames(sql: string): string[] {
  const names = new Map<string, string>();
  for (const [, name] of sql.matchAll(skipped)) {
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** What a person wrote into a field: a number where it is one to the last digit, NULL where there is nothing. */
export function parseValue(text: string): Params[string] {
  if (text === "") return null;
  if (/^\[.*\]$/.test(text))
    return text
      .slice(1, -1)
      .split(",")
      .map((each) => each.trim());
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return text.trim() !== "" && String(number) === text.trim() ? number : text;
}

export function valueText(value: Params[string] | undefined): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
}

/** Values for exactly the names of a text. */
export function valuesFor(names: string[], fields: Record<string, string>): Params {
  return Object.fromEntries(names.map((name) => [name, parseValue(fields[name] ?? "")]));
}
