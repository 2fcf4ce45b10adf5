import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";

export const refreshChoices = [
  { value: "off", label: "Off" },
  { value: "60", label: "Every minute" },
  { value: "300", label: "Every 5 minutes" },
  { value: "3600", label: "Every hour" },
] as const;
export type RefreshEvery = (typeof refreshChoices)[number]["value"];

const keyOf = (id: string) => `kaboo.refresh.${id}`;

/** Asks for every widget's rows again, now or by itself while the page is looked at (D14). The choice is this person's. */
export function useRefresh(dashboardId: string) {
  const client = useQueryClient();
  const [every, setEvery] = useState<RefreshEvery>("off");
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: ["sources"] });
    void client.refetchQueries({ queryKey: ["rows"], type: "active" });
  }, [client]);

  useEffect(() => {
    const stored = localStorage.getItem(keyOf(dashboardId));
    setEvery(refreshChoices.find(({ value }) => value === stored)?.value ?? "off");
  }, [dashboardId]);

  useEffect(() => {
    if (every === "off") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, Number(every) * 1_000);
    return () => clearInterval(timer);
  }, [every, refresh]);

  const choose = (next: RefreshEvery) => {
    setEvery(next);
    localStorage.setItem(keyOf(dashboardId), next);
  };
  return { refresh, every, choose };
}
