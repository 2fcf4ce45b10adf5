import { useCallback, useState } from "react";
import { keepRun, type Run, readRuns } from "@/app/_canvas/query/run-history";

const key = "kaboo_runs";

/** What was run here before, kept in this browser (Q5). */
export function useRunHistory() {
  const [runs, setRuns] = useState<Run[]>(() => readRuns(window.localStorage.getItem(key)));
  const note = useCallback((run: Run) => {
    // Another tab may have run something meanwhile.
    const next = keepRun(readRuns(window.localStorage.getItem(key)), run);
    try {
      window.localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A full or forbidden store: the list lives as long as the page does.
    }
    setRuns(next);
  }, []);
  return { runs, note };
}
