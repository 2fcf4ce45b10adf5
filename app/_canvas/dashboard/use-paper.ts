import { useEffect } from "react";
import { flushSync } from "react-dom";
import { readThemeAnew } from "@/app/_canvas/charts/use-chart-theme";

/**
 * Paper is white, whatever the screen is: while the page is printed it and its charts are light (D10). A chart is a
 * picture in the colours it was drawn with, so it is drawn again before the browser looks.
 */
export function usePaper(): void {
  useEffect(() => {
    const root = document.documentElement;
    let wasDark = false;
    const before = () => {
      wasDark ||= root.classList.contains("dark");
      root.classList.remove("dark");
      flushSync(readThemeAnew);
    };
    const after = () => {
      if (!wasDark) return;
      wasDark = false;
      root.classList.add("dark");
      readThemeAnew();
    };
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      after();
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
}

const longestWaitMs = 12_000;

/** Prints when every widget is drawn: what is far down is drawn for it. Gives back how to give up. */
export function printWhenDrawn(): () => void {
  const begun = Date.now();
  const timer = setInterval(() => {
    window.dispatchEvent(new Event("beforeprint"));
    const board = document.querySelector("[data-board] [data-widget]");
    const loading = document.querySelector("[data-board] [role=status], [data-board] [data-drawing]");
    if ((!board || loading) && Date.now() - begun < longestWaitMs) return;
    clearInterval(timer);
    window.print();
  }, 400);
  return () => clearInterval(timer);
}

/** A board prints from its own page, with the values it has here. */
export function printBoard(id: string, beside: boolean): void {
  if (!beside) {
    printWhenDrawn();
    return;
  }
  const params = new URLSearchParams(window.location.search);
  for (const key of [...params.keys()]) if (!key.startsWith("v-")) params.delete(key);
  params.set("view", "1");
  params.set("print", "1");
  window.open(`/dashboards/${encodeURIComponent(id)}?${params}`);
}
