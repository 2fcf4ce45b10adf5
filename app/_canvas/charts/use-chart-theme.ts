import { useSyncExternalStore } from "react";
import { type ChartTheme, plainTheme, readTheme } from "@/app/_canvas/charts/theme";

let theme: ChartTheme | null = null;
const listeners = new Set<() => void>();
let watching: MutationObserver | null = null;
let systemColors: MediaQueryList | null = null;

/** One watcher for all charts: the theme is a class on the page's root, unless the system chooses the colours. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  watching ??= new MutationObserver(readThemeAnew);
  systemColors ??= matchMedia("(forced-colors: active)");
  systemColors.addEventListener("change", readThemeAnew);
  watching.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watching?.disconnect();
    systemColors?.removeEventListener("change", readThemeAnew);
    theme = null;
  };
}

/** Has every chart drawn in the colours the page has now. */
export function readThemeAnew(): void {
  theme = readTheme(document.body);
  for (const each of listeners) each();
}

function current(): ChartTheme {
  theme ??= readTheme(document.body);
  return theme;
}

/** The page's colours, again whenever its theme changes. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(subscribe, current, () => plainTheme);
}
