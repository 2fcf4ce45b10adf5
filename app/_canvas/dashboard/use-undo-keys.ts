import { useEffect, useEffectEvent } from "react";

/** Ctrl/Cmd+Z and, with Shift, again; a text that is being written keeps its own undo (D4, D7). */
export function useUndoKeys(undo: ((which: "undo" | "redo") => void) | null): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (!undo || altKey || !(ctrlKey || metaKey) || event.defaultPrevented) return;
    const again = key.toLowerCase() === "y" || (shiftKey && key.toLowerCase() === "z");
    if (!again && key.toLowerCase() !== "z") return;
    if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    undo(again ? "redo" : "undo");
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heard(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
