import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { together } from "@/app/_canvas/changes/filter";
import { errorText } from "@/app/_canvas/data/error-text";
import { noteTakenBack, takeOwn } from "@/app/_canvas/data/own-edits";
import { editsSettled, keep } from "@/app/_canvas/data/use-edit-dashboard";
import { jsonBody, requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { Change } from "@/lib/changes/schema";
import type { Dashboard, Undo } from "@/lib/dashboards/schema";

type Changes = { changes: Change[] };

/**
 * The log of what was done in a thread and on the dashboard in sight, newest first, whoever did it: the person's own and
 * another assistant's changes are in no conversation, or in one of theirs (C4). `tick` moves when there is more.
 */
export function useChanges({ thread, dashboard }: { thread?: string; dashboard?: string }, tick: string) {
  return useQuery<Change[]>({
    queryKey: ["changes", thread ?? "", dashboard ?? "", tick],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const read = async (of: Record<string, string>) =>
        (await requestJson<Changes>(`/api/changes?${new URLSearchParams(of)}`, { signal })).changes;
      const [inThread, onBoard] = await Promise.all([
        thread ? read({ thread }) : [],
        dashboard ? read({ dashboard }) : [],
      ]);
      return together(inThread, onBoard);
    },
  });
}

const pathOf = (dashboardId: string) => `/api/dashboards/${encodeURIComponent(dashboardId)}`;
type Undone = Dashboard & { undone: string[]; kept: { changeId: string; reason: string }[] };

/** Takes back one change, a run's, or an agent's since a moment, keeping later edits by others; what stays says why (D4). */
export function useUndo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ dashboardId, undo }: { dashboardId: string; undo: Undo }) => {
      const { undone, kept, ...dashboard } = await requestJson<Undone>(
        `${pathOf(dashboardId)}/undo`,
        jsonBody("POST", undo),
      );
      return { undone, kept, dashboard: keep(client, dashboard) };
    },
    onSuccess: ({ undone, kept }) => {
      void client.invalidateQueries({ queryKey: ["changes"] });
      void client.invalidateQueries({ queryKey: ["dashboards"] });
      if (kept.length === 0) {
        toast.success(undone.length > 1 ? `Took back ${undone.length} changes` : "Taken back");
        return;
      }
      const description = kept.map(({ reason }) => reason).join(" ");
      toast.warning(undone.length > 0 ? "Taken back in part" : "Only parts were taken back", { description });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}

/** Ctrl+Z and Ctrl+Shift+Z: this person's own last change, and again (D4). */
export function useUndoOwn(dashboardId: string) {
  const { mutate } = useUndo();
  return async (which: "undo" | "redo") => {
    // What is seen already may still be on its way to the server.
    await editsSettled(dashboardId);
    const version = takeOwn(dashboardId, which);
    const change = version === null ? null : await changeOf(dashboardId, version);
    if (!change) {
      toast(which === "undo" ? "You have changed nothing here yet" : "There is nothing to do again");
      return;
    }
    mutate(
      { dashboardId, undo: { changeIds: [change.id] } },
      { onSuccess: ({ dashboard }) => noteTakenBack(dashboardId, which, dashboard.version) },
    );
  };
}

/** The change that made a version: what a person has just done, to be able to take it back. */
export async function changeOf(dashboardId: string, version: number): Promise<Change | null> {
  const { changes } = await requestJson<Changes>(`${pathOf(dashboardId)}/changes?since=${version - 1}`);
  return changes.find((change) => change.version === version) ?? null;
}
