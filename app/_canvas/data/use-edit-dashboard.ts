import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { applyEdit, type Edit, requestOf } from "@/app/_canvas/data/edit";
import { errorText } from "@/app/_canvas/data/error-text";
import { noteVersion } from "@/app/_canvas/data/known-versions";
import { noteOwnEdit } from "@/app/_canvas/data/own-edits";
import { dashboardKey } from "@/app/_canvas/data/use-dashboard";
import { RequestError, requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { Change } from "@/lib/changes/schema";
import type { Dashboard } from "@/lib/dashboards/schema";

/** Someone changed the same field meanwhile (409): what they did, and what the dashboard is now. */
export type Conflict = { edit: Edit; since: Change[]; current: Dashboard };

export type EditDashboard = ReturnType<typeof useEditDashboard>;

/**
 * Edits one after another, each on the version the one before made; seen at once, taken back when refused. Resolves
 * with the dashboard as saved, or null when it was refused (the person has been told).
 */
export function useEditDashboard(dashboard: Dashboard, shownKey: number) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { id } = dashboard;

  const edit = useCallback(
    (wanted: Edit): Promise<Dashboard | null> => {
      const key = dashboardKey(id, shownKey);
      const before = client.getQueryData<Dashboard>(key) ?? dashboard;
      client.setQueryData<Dashboard>(key, applyEdit(before, wanted));
      return inTurn(id, async () => {
        try {
          const base = newestSaved.get(id) ?? before.version;
          const saved = await requestJson<Dashboard>(
            ...requestOf(id, Math.max(base, before.version), wanted),
          );
          noteOwnEdit(id, saved.version);
          return keep(client, saved);
        } catch (error) {
          void client.invalidateQueries({ queryKey: ["dashboard", id] });
          const told = conflictOf(error);
          if (told) setConflict({ edit: wanted, ...told });
          else toast.error(errorText(error));
          return null;
        }
      });
    },
    [client, dashboard, id, shownKey],
  );

  const settle = useCallback(
    (mine: boolean) => {
      if (!conflict) return;
      keep(client, conflict.current);
      setConflict(null);
      if (mine) void edit(conflict.edit);
    },
    [client, conflict, edit],
  );
  return { edit, conflict, settle };
}

const newestSaved = new Map<string, number>();
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(work, work);
  turns.set(id, turn);
  return turn;
}

/** Resolves when every edit of a dashboard made so far is saved or refused. */
export function editsSettled(id: string): Promise<void> {
  return inTurn(id, async () => {});
}

/** The server's answer becomes what is shown, under its own version. */
export function keep(client: QueryClient, saved: Dashboard): Dashboard {
  newestSaved.set(saved.id, Math.max(saved.version, newestSaved.get(saved.id) ?? 0));
  client.setQueryData(dashboardKey(saved.id, saved.version), saved);
  noteVersion(saved.id, saved.version);
  return saved;
}

function conflictOf(error: unknown) {
  if (!(error instanceof RequestError) || error.status !== 409) return null;
  const { since, current } = error.details as Partial<Conflict>;
  return since && current ? { since, current } : null;
}
