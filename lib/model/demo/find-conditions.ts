import { saidValue, tellingWords } from "@/lib/model/demo/match-phrase";
import type { Condition } from "@/lib/model/demo/metric";
import { columnsWith, roleOf, type Table } from "@/lib/model/demo/table";
import { alike, wordsOf } from "@/lib/model/demo/words";

export type FoundConditions = {
  conditions: Condition[];
  /** What was said beside them. */
  rest: string[];
};

/** Values of the table's columns among the words: "critical bugs open" is two conditions, and "bugs" remains. */
export function findConditions(said: readonly string[], table: Table): FoundConditions {
  const measures = columnsWith(table, "number").map((column) => wordsOf(column.name));
  const names = [...wordsOf(table.name), ...measures.filter((words) => words.length === 1).flat()];
  const free = tellingWords(said).filter((word) => !names.some((name) => alike(word, name) >= 0.95));
  const used = new Set<string>();
  const conditions = table.columns.flatMap((column): Condition[] => {
    if (roleOf(column) !== "text") return [];
    const left = free.filter((word) => !used.has(word));
    const value = saidValue(left, column.samples);
    if (value === undefined) return [];
    for (const word of left) if (wordsOf(value).some((name) => alike(word, name) >= 0.7)) used.add(word);
    return [{ column, is: { value } }];
  });
  return { conditions, rest: said.filter((word) => !used.has(word)) };
}
