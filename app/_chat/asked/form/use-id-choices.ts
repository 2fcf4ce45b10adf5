"use client";

import { useCallback } from "react";
import type { Choice } from "@/app/_ui/fields";
import type { JsonObject } from "@/lib/shared/json";
import type { Reference } from "@/lib/workspace/references";
import { useReferenceChoices } from "../../references/use-reference-choices";

const kinds: Record<string, Reference["kind"]> = { d: "dashboard", w: "widget", q: "query" };
const anId = /^([dwq])_[0-9a-z]{6,10}$/;

/** Offers for an id of this app what else there is of its kind, by name: a person doesn't read ids. */
export function useIdChoices(input: JsonObject): (id: string) => Choice[] {
  const { choices } = useReferenceChoices(true);
  // A call about one dashboard is about its widgets.
  const board = typeof input.dashboard_id === "string" ? input.dashboard_id : undefined;
  return useCallback(
    (id) => {
      const kind = kinds[anId.exec(id)?.[1] ?? ""];
      if (kind === undefined) return [];
      const known = choices.filter(
        (each) =>
          each.kind === kind && (each.kind !== "widget" || board === undefined || each.dashboardId === board),
      );
      if (known.length === 0) return [];
      const named = known.map((each) => ({ value: each.id, label: each.title }));
      return named.some(({ value }) => value === id) ? named : [{ value: id, label: id }, ...named];
    },
    [choices, board],
  );
}
