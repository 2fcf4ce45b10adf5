import { useSyncExternalStore } from "react";
import { type ChartTheme, plainTheme, readTheme } from "@/app/_canvas/charts/theme";

let theme: ChartTheme | null = null;
const listeners = new Set<() => void>();
let watching: MutationObserver | null = null;

/** One watcher for all charts: the theme is a class on the page's root. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  watching ??= new MutationObserver(() => {
    theme = readTheme(document.body);
    for (const each of listeners) each();
  });
  watching.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watching?.disconnect();
    theme = null;
  };
}

function current(): ChartTheme {
  theme ??= readTheme(document.body);
  return theme;
}

/** The page's colours, again whenever its theme changes. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(subscribe, current, () => plainTheme);
}
