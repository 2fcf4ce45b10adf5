import type { Variable } from "@/lib/dashboards/schema";
import type { QueryColumns } from "@/lib/dashboards/widget";
import { AppError } from "@/lib/shared/app-error";

/** Throws bad_input for names taken twice, values that are no choice, and choices from a query that isn't there (D9). */
export async function checkVariables(
  ownerId: string,
  variables: readonly Variable[],
  queries: { getMany(ownerId: string, ids: string[]): Promise<QueryColumns> },
): Promise<void> {
  const names = new Set<string>();
  for (const variable of variables) {
    if (names.has(variable.name))
      throw new AppError("bad_input", `Two variables are named ${variable.name}.`);
    names.add(variable.name);
    if (variable.kind === "choice" && !variable.options.includes(variable.value))
      throw new AppError(
        "bad_input",
        `"${variable.value}" is not an option of $${variable.name}: ${variable.options.slice(0, 20).join(", ")}.`,
      );
    if (variable.kind === "multi_choice") {
      const { options, value } = variable;
      const unknown = value.filter((each) => !options.includes(each));
      if (unknown.length > 0)
        throw new AppError(
          "bad_input",
          `${unknown.map((each) => `"${each}"`).join(", ")}: no option of $${variable.name}: ${options.slice(0, 20).join(", ")}.`,
        );
    }
    if (variable.kind === "date_range" && "from" in variable.value && variable.value.from > variable.value.to)
      throw new AppError("bad_input", `$${variable.name} ends before it starts.`);
  }
  const ids = variables.flatMap((variable) => (variable.kind === "query_choice" ? [variable.queryId] : []));
  const known = await queries.getMany(ownerId, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) throw new AppError("bad_input", `There is no query ${missing.join(", ")}.`);
}

/** A value in words; `write` treats what a person may have typed. */
export function valueText(
  value: Variable["value"],
  write: (text: string) => string = (text) => text,
): string {
  if (Array.isArray(value)) return value.map((each) => write(each)).join(", ") || "none";
  if (typeof value !== "object") return write(String(value));
  return "from" in value ? `${value.from} to ${value.to}` : `the last ${value.last} ${value.unit}s`;
}

type VariableEdit = { name: string; kind?: Variable["kind"]; value: unknown };

/** The variables with these set: one with a kind is added or replaces its namesake, others change what they name. */
export function withVariables(
  variables: readonly Variable[],
  { set, remove }: { set: readonly VariableEdit[]; remove: readonly string[] },
): { name: string }[] {
  const next = new Map<string, { name: string }>(variables.map((variable) => [variable.name, variable]));
  for (const edit of set) {
    const known = variables.find((variable) => variable.name === edit.name);
    if (!known && edit.kind === undefined)
      throw new AppError("bad_input", `There is no variable ${edit.name}; to add one, say its kind, too.`);
    const sameKind = edit.kind === undefined || edit.kind === known?.kind;
    next.set(edit.name, sameKind ? { ...known, ...edit } : edit);
  }
  for (const name of remove) next.delete(name);
  return Array.from(next.values());
}
