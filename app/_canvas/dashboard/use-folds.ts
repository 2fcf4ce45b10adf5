import { useMemo, useState } from "react";
import type { Dashboard } from "@/lib/dashboards/schema";

const keyOf = (id: string) => `kaboo.folds.${id}`;

/** Which sections this person has folded: theirs alone, kept on their machine; a board says which begin folded (D13). */
export function useFolds({ id, widgets }: Pick<Dashboard, "id" | "widgets">) {
  const [own, setOwn] = useState<Record<string, boolean>>(() => readFolds(id));
  const closed = useMemo(
    () =>
      new Set(
        widgets
          .filter((each) => own[each.id] ?? (each.kind === "text" && each.spec.folded === true))
          .map((each) => each.id),
      ),
    [widgets, own],
  );
  const toggle = (section: string) => {
    const next = { ...own, [section]: !closed.has(section) };
    setOwn(next);
    localStorage.setItem(keyOf(id), JSON.stringify(next));
  };
  return { closed, toggle };
}

function readFolds(id: string): Record<string, boolean> {
  if (typeof localStorage === "undefined") return {};
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? "{}");
    const entries = typeof stored === "object" && stored ? Object.entries(stored) : [];
    return Object.fromEntries(entries.filter(([, value]) => typeof value === "boolean"));
  } catch {
    // Whatever is there isn't ours to read: nothing is folded.
    return {};
  }
}
