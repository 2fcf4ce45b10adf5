import { prefix } from "@/app/_canvas/variables/address-prefix";
import type { DateGrain, Variable } from "@/lib/dashboards/schema";

/** The person's own values of a board's variables, as the address says them. What doesn't fit its variable is left out. */
export function variablesIn(search: URLSearchParams, variables: readonly Variable[]): Variable[] {
  return variables.map((variable) => {
    const words = search.getAll(prefix + variable.name);
    if (words.length === 0) return variable;
    const value = readWords(variable, words);
    return value === undefined ? variable : ({ ...variable, value } as Variable);
  });
}

/** The address with a variable's value in place of the one before. */
export function withVariable(search: string, variable: Variable): string {
  const params = new URLSearchParams(search);
  params.delete(prefix + variable.name);
  for (const word of wordsOf(variable)) params.append(prefix + variable.name, word);
  return asSearch(params);
}

export function withoutVariable(search: string, name: string): string {
  const params = new URLSearchParams(search);
  params.delete(prefix + name);
  return asSearch(params);
}

export const sameValue = (a: Variable, b: Variable) => wordsOf(a).join("\n") === wordsOf(b).join("\n");

const asSearch = (params: URLSearchParams) => (params.size > 0 ? `?${params}` : "");

function wordsOf(variable: Variable): string[] {
  if (variable.kind === "multi_choice") return variable.value.length > 0 ? variable.value : [""];
  if (variable.kind !== "date_range") return [String(variable.value)];
  const { value } = variable;
  return ["from" in value ? `${value.from}..${value.to}` : `last-${value.last}-${value.unit}`];
}

const grains: readonly string[] = ["day", "week", "month", "quarter", "year"] satisfies DateGrain[];
const units: readonly string[] = ["day", "week", "month", "year"];

/** The value that a variable of this kind may have, or undefined: whoever made a link may have written anything. */
function readWords(variable: Variable, words: string[]): unknown {
  const [word = ""] = words;
  switch (variable.kind) {
    case "number":
      return word !== "" && Number.isFinite(Number(word)) ? Number(word) : undefined;
    case "multi_choice": {
      const chosen = words.filter((each) => each !== "");
      return chosen.every((each) => variable.options.includes(each)) ? chosen : undefined;
    }
    case "date_range":
      return readSpan(word);
    case "choice":
      return variable.options.includes(word) ? word : undefined;
    case "date_grain":
      return grains.includes(word) ? word : undefined;
    case "text":
    case "query_choice":
      return word;
    default:
      return variable satisfies never;
  }
}

function readSpan(word: string) {
  const [, last, unit = ""] = /^last-(\d{1,4})-(\w+)$/.exec(word) ?? [];
  if (last)
    return Number(last) >= 1 && Number(last) <= 1_000 && units.includes(unit)
      ? { last: Number(last), unit }
      : undefined;
  const [from = "", to = ""] = word.split("..");
  return isDay(from) && isDay(to) ? { from, to } : undefined;
}

/** A day that there is: not the 30th of February. */
function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
