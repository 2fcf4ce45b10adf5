import type { Operation } from "@/lib/shared/patch-operation";
import { plainJson } from "@/lib/shared/plain-json";
import { pointer } from "@/lib/shared/pointer";
import { workspaceKey } from "@/lib/workspace/keys";
import { type Group, groups, type WorkspaceChange, type WorkspaceFocus } from "@/lib/workspace/schema";
import { workspaceOf } from "@/lib/workspace/workspace-of";

type State = { readonly [key: string]: unknown };

const at = (...keys: (string | number)[]) => pointer(workspaceKey, ...keys);
const newestKept = 100;

/** An `add` on an object's member also replaces it, so that no mapper has to look first. */
const put = (value: unknown, ...keys: (string | number)[]): Operation[] => [
  { op: "add", path: at(...keys), value: plainJson(value) },
];

export function noteDashboard(dashboard: {
  id: string;
  title: string;
  version: number;
  widgets: string[];
}): Operation[] {
  const { id, ...entry } = dashboard;
  return put(entry, "dashboards", id);
}

export function noteQuery(query: {
  id: string;
  title: string;
  columns: string[];
  source: string;
}): Operation[] {
  const { id, ...entry } = query;
  return put(entry, "queries", id);
}

export function noteSource(source: { id: string; title: string }): Operation[] {
  return put({ title: source.title }, "sources", source.id);
}

/** Points the canvas at something. `seq` rises even when it is the same thing again (C1). */
export function setFocus(state: State, focus: Omit<WorkspaceFocus, "seq">): Operation[] {
  return put({ ...focus, seq: (workspaceOf(state).focus?.seq ?? 0) + 1 }, "focus");
}

/** Takes what was deleted out, and the focus off it. Does nothing when it was never there. */
export function forget(state: State, group: Group, id: string): Operation[] {
  const workspace = workspaceOf(state);
  const known = Object.hasOwn(workspace[group], id);
  const focused = workspace.focus?.kind === groups[group] && workspace.focus.id === id;
  return [
    ...(known ? [{ op: "remove" as const, path: at(group, id) }] : []),
    ...(focused ? put(null, "focus") : []),
  ];
}

/** Appends to the changes, the newest last; the oldest goes when there are 100 (E8). */
export function logChange(state: State, ...changes: WorkspaceChange[]): Operation[] {
  const surplus = Math.max(0, workspaceOf(state).changes.length + changes.length - newestKept);
  return [
    ...Array.from({ length: surplus }, (): Operation => ({ op: "remove", path: at("changes", 0) })),
    ...changes.flatMap((change) => put(change, "changes", "-")),
  ];
}

/** Says that a call is at work (K2). */
export function startPending(entry: {
  call: string;
  agent: string;
  summary: string;
  since: string;
}): Operation[] {
  return put(entry, "pending", "-");
}

/** Takes a call's entry out, however the call ended (K2). */
export function endPending(state: State, call: string): Operation[] {
  const index = workspaceOf(state).pending.findIndex((entry) => entry.call === call);
  return index < 0 ? [] : [{ op: "remove", path: at("pending", index) }];
}
