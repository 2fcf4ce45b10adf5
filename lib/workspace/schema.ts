import { z } from "zod";

const Focus = z.object({
  kind: z.enum(["dashboard", "query", "source"]),
  id: z.string(),
  widgets: z.array(z.string()).optional(),
  /** Rises with every focus, so that the same widgets can be pointed out again (C1). */
  seq: z.number().int(),
});

const PendingCall = z.object({
  call: z.string(),
  agent: z.string(),
  summary: z.string(),
  since: z.string(),
});

const WorkspaceChange = z.object({
  agent: z.string(),
  summary: z.string(),
  at: z.string(),
  dashboard: z.string().optional(),
  query: z.string().optional(),
  source: z.string().optional(),
  widgets: z.array(z.string()).optional(),
});

/** The record under `kaboo_workspace` (K1): what the conversation has built, by reference. Never rows (E8). */
export const Workspace = z.object({
  focus: Focus.nullable(),
  dashboards: z.record(
    z.string(),
    z.object({ title: z.string(), version: z.number().int(), widgets: z.array(z.string()) }),
  ),
  queries: z.record(
    z.string(),
    z.object({ title: z.string(), columns: z.array(z.string()), source: z.string() }),
  ),
  sources: z.record(z.string(), z.object({ title: z.string() })),
  pending: z.array(PendingCall),
  changes: z.array(WorkspaceChange),
  project: z.record(z.string(), z.json()),
});

export type Workspace = z.infer<typeof Workspace>;
export type WorkspaceFocus = z.infer<typeof Focus>;
export type PendingCall = z.infer<typeof PendingCall>;
export type WorkspaceChange = z.infer<typeof WorkspaceChange>;
/** A member of the record that holds what was built, by id. */
export type Group = keyof Omit<Workspace, "focus" | "pending" | "changes" | "project">;

/** Each group's word in focus and changes; those whose entries leave a full record first come first (E8). */
export const groups = {
  sources: "source",
  queries: "query",
  dashboards: "dashboard",
} as const satisfies Record<Group, WorkspaceFocus["kind"] & keyof WorkspaceChange>;
export const groupNames = Object.keys(groups) as Group[];
