import type { PendingCall, Workspace, WorkspaceChange } from "@/lib/workspace/schema";

/** What the focus points out on this dashboard. */
export function focusedWidgets(workspace: Workspace, dashboardId: string): readonly string[] {
  const { focus } = workspace;
  return focus?.kind === "dashboard" && focus.id === dashboardId ? (focus.widgets ?? []) : [];
}

export function newestChange(workspace: Workspace): WorkspaceChange | undefined {
  return workspace.changes.at(-1);
}

export function pendingOf(workspace: Workspace, agent: string): readonly PendingCall[] {
  return workspace.pending.filter((entry) => entry.agent === agent);
}
