import { toNumber } from "@/app/_canvas/charts/cell";
import type { Rule } from "@/lib/dashboards/schema";
import type { Cell } from "@/lib/sources/schema";

/** The colour a value has by its rules; the first that holds counts (D15). Null keeps the page's own. */
export function toneOf(rules: readonly Rule[] | undefined, cell: Cell | undefined): Rule["tone"] | null {
  const value = toNumber(cell);
  if (!rules || value === null) return null;
  const holds = (rule: Rule) => (rule.when === "above" ? value > rule.value : value < rule.value);
  return rules.find(holds)?.tone ?? null;
}

/** Never by colour alone: the sign stands for it where colours can't be told apart. */
export const toneClasses = {
  good: "text-success",
  warning: "text-warning",
  bad: "text-danger",
} as const;
export const toneWords = { good: "good", warning: "to watch", bad: "bad" } as const;
