/**
 * What this person did here, as versions of a dashboard, so that Ctrl+Z takes back one's own last change and nobody
 * else's (D4). An undo is itself a version, which Ctrl+Shift+Z takes back.
 */
type Stacks = { done: number[]; undone: number[] };
const stacks = new Map<string, Stacks>();

function stacksOf(dashboardId: string): Stacks {
  const known = stacks.get(dashboardId) ?? { done: [], undone: [] };
  stacks.set(dashboardId, known);
  return known;
}

export function noteOwnEdit(dashboardId: string, version: number): void {
  const own = stacksOf(dashboardId);
  own.done.push(version);
  own.undone = [];
}

/** The version whose change is taken back next; null when there is none. */
export function takeOwn(dashboardId: string, which: "undo" | "redo"): number | null {
  const { done, undone } = stacksOf(dashboardId);
  return (which === "undo" ? done : undone).pop() ?? null;
}

/** Having taken one back made this version. */
export function noteTakenBack(dashboardId: string, which: "undo" | "redo", version: number): void {
  const { done, undone } = stacksOf(dashboardId);
  (which === "undo" ? undone : done).push(version);
}
