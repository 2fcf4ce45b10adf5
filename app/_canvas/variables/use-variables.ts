import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import {
  sameValue,
  variablesIn,
  withoutVariable,
  withVariable,
} from "@/app/_canvas/variables/variables-address";
import type { Dashboard, Variable } from "@/lib/dashboards/schema";

/** How long a person may go on choosing before the others are told (ms). */
const settleMs = 1_200;

/**
 * The variables as this person has set them: at once, and in the address, so that Back takes a value back (C6, C14).
 * `tell` hears of each variable once the person has stopped changing it; a link's values are told to nobody.
 */
export function useVariables(
  { id, variables: stored }: Pick<Dashboard, "id" | "variables">,
  { tell, boardInAddress }: { tell: ((variable: Variable) => void) | null; boardInAddress: boolean },
) {
  const search = useSearchParams();
  const variables = useMemo(
    () => variablesIn(new URLSearchParams(search.toString()), stored),
    [search, stored],
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tellNow = useEffectEvent(() => {
    for (const variable of variables) {
      const before = stored.find(({ name }) => name === variable.name);
      if (before && !sameValue(before, variable)) tell?.(variable);
    }
  });
  const tellSoon = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tellNow(), settleMs);
  });

  const changed = useRef(false);
  useEffect(() => {
    if (!changed.current) return;
    changed.current = false;
    tellSoon();
  });
  useEffect(() => {
    const back = () => {
      changed.current = true;
    };
    window.addEventListener("popstate", back);
    return () => {
      window.removeEventListener("popstate", back);
      clearTimeout(timer.current);
    };
  }, []);

  // What others set counts from then on: the address no longer says otherwise.
  const known = useRef(stored);
  useEffect(() => {
    const before = known.current;
    known.current = stored;
    for (const variable of stored) {
      const old = before.find(({ name }) => name === variable.name);
      if (!old || sameValue(old, variable)) continue;
      const own = variablesIn(new URLSearchParams(location.search), [variable])[0];
      if (own && !sameValue(own, variable)) replace(withoutVariable(location.search, variable.name));
    }
  }, [stored]);

  const set = useCallback(
    (next: Variable) => {
      const before = variables.find(({ name }) => name === next.name);
      if (!before || sameValue(before, next)) return;
      const here = boardInAddress ? withBoard(location.search, id) : location.search;
      // The entry one comes back to says the value before, whatever is stored by then.
      replace(withVariable(here, before));
      changed.current = true;
      window.history.pushState(null, "", location.pathname + withVariable(here, next));
    },
    [variables, id, boardInAddress],
  );
  return { variables, set };
}

function replace(search: string): void {
  window.history.replaceState(null, "", location.pathname + search);
}

function withBoard(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.set("board", id);
  return `?${params}`;
}
