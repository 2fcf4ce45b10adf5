import { Variable } from "@/lib/dashboards/schema";

const prefix = "v-";

/** The person's own values of a board's variables, as the address says them. What doesn't fit its variable is left out. */
export function variablesIn(search: URLSearchParams, variables: readonly Variable[]): Variable[] {
  return variables.map((variable) => {
    const words = search.getAll(prefix + variable.name);
    if (words.length === 0) return variable;
    const read = Variable.safeParse({ ...variable, value: readWords(variable, words) });
    return read.success && isChoice(read.data) ? read.data : variable;
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

/** Another board has other variables. */
export function dropVariables(params: URLSearchParams): void {
  for (const key of [...params.keys()]) if (key.startsWith(prefix)) params.delete(key);
}

export const sameValue = (a: Variable, b: Variable) => wordsOf(a).join("\n") === wordsOf(b).join("\n");

const asSearch = (params: URLSearchParams) => (params.size > 0 ? `?${params}` : "");

function wordsOf(variable: Variable): string[] {
  if (variable.kind === "multi_choice") return variable.value.length > 0 ? variable.value : [""];
  if (variable.kind !== "date_range") return [String(variable.value)];
  const { value } = variable;
  return ["from" in value ? `${value.from}..${value.to}` : `last-${value.last}-${value.unit}`];
}

function readWords({ kind }: Variable, words: string[]): unknown {
  const [word = ""] = words;
  switch (kind) {
    case "number":
      return word === "" ? Number.NaN : Number(word);
    case "multi_choice":
      return words.filter((each) => each !== "");
    case "date_range": {
      const [, last, unit] = /^last-(\d+)-(\w+)$/.exec(word) ?? [];
      if (last) return { last: Number(last), unit };
      const [from, to] = word.split("..");
      return { from, to };
    }
    case "text":
    case "choice":
    case "query_choice":
    case "date_grain":
      return word;
    default:
      return kind satisfies never;
  }
}

/** Whoever made a link may not offer what the board doesn't. */
function isChoice(variable: Variable): boolean {
  if (variable.kind === "choice") return variable.options.includes(variable.value);
  if (variable.kind === "multi_choice")
    return variable.value.every((each) => variable.options.includes(each));
  return true;
}
