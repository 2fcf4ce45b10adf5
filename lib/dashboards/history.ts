import type { Actor } from "@/lib/changes/actor";
import type { Changes } from "@/lib/changes/service";
import type { StoredChange } from "@/lib/changes/stored-change";
import { planUndo, type UndoPlan } from "@/lib/changes/undo";
import { type DashboardDocument, dashboardOf, parseDocument } from "@/lib/dashboards/document";
import { fieldName } from "@/lib/dashboards/field-name";
import type { Dashboard, Undo } from "@/lib/dashboards/schema";
import type { DashboardStore } from "@/lib/dashboards/store";
import { settle } from "@/lib/dashboards/widget-edits";
import { AppError } from "@/lib/shared/app-error";
import { applyPatch } from "@/lib/shared/patch";

export type Version = Pick<StoredChange, "version" | "at" | "author" | "summary">;
export type Undone = { dashboard: Dashboard } & Pick<UndoPlan<unknown>, "undone" | "kept">;

function chosen(changes: readonly StoredChange[], undo: Undo): StoredChange[] {
  const open = changes.filter((change) => !change.undone);
  if ("changeIds" in undo) {
    const unknown = undo.changeIds.filter((id) => !changes.some((change) => change.id === id));
    if (unknown.length > 0) throw new AppError("not_found", `No such change here: ${unknown.join(", ")}.`);
    return open.filter((change) => undo.changeIds.includes(change.id));
  }
  if ("runId" in undo) return open.filter((change) => change.runId === undo.runId);
  const since = new Date(undo.since).getTime();
  return open.filter(
    (change) =>
      change.author.kind !== "person" &&
      change.author.name === undo.agent &&
      new Date(change.at).getTime() >= since,
  );
}

/** A document as it was at an earlier version: every later change taken back, newest first. */
function rewind(document: DashboardDocument, later: readonly StoredChange[]): DashboardDocument {
  return [...later].reverse().reduce((each, change) => applyPatch(each, change.inverse), document);
}

/** Undo, versions and restore: readings of the change table (D4, D5). */
export function createHistory({ store, changes }: { store: DashboardStore; changes: Changes }) {
  async function documentAt(ownerId: string, id: string, version: number) {
    const row = await store.read(ownerId, id);
    if (version < 1 || version > row.version)
      throw new AppError("not_found", `${id} has no version ${version}; it is at version ${row.version}.`);
    const later = await changes.since(ownerId, id, version);
    return { row, document: rewind(parseDocument(row), later) };
  }

  return {
    /**
     * Takes back one change, a run's, or an agent's since a moment, keeping later edits by others (D4). Throws conflict,
     * with the reasons, when nothing of it can be undone.
     */
    async undo(actor: Actor, id: string, undo: Undo): Promise<Undone> {
      const { dashboard, result, repeated } = await store.write(
        actor,
        id,
        async (before) => {
          const history = await changes.since(actor.ownerId, id, 0);
          const picked = chosen(history, undo);
          const plan = planUndo(before, picked, history, (path) => fieldName(path, before));
          if (plan.document === before)
            throw new AppError(
              "conflict",
              `Nothing can be undone. ${plan.kept.map((each) => each.reason).join(" ") || "It was taken back before, or there is no such change."}`,
              { details: { kept: plan.kept } },
            );
          const told = picked.map((change) => change.summary);
          return {
            document: settle(plan.document, before),
            result: plan,
            summary: `Undid: ${told.slice(0, 3).join("; ")}${told.length > 3 ? ` and ${told.length - 3} more` : ""}`,
            undoes: plan.undone,
          };
        },
        { deleted: true },
      );
      if (!repeated) return { dashboard, undone: result?.undone ?? [], kept: result?.kept ?? [] };
      const history = await changes.since(actor.ownerId, id, 0);
      const undone = history.filter(({ undoneBy }) => undoneBy === repeated.id).map((change) => change.id);
      return { dashboard, undone, kept: [] };
    },

    /** Every version there was, newest first (D5). */
    async versions(ownerId: string, id: string): Promise<Version[]> {
      await store.read(ownerId, id);
      const history = await changes.since(ownerId, id, 0);
      return history.map(({ version, at, author, summary }) => ({ version, at, author, summary })).reverse();
    },

    /** What it was at a version (D5). */
    async at(ownerId: string, id: string, version: number): Promise<Dashboard> {
      const { row, document } = await documentAt(ownerId, id, version);
      return dashboardOf({ ...row, version }, document);
    },

    /** Makes an earlier version the newest one: a change like any other, which can be undone too (D5). */
    async restore(actor: Actor, id: string, version: number): Promise<Dashboard> {
      const { dashboard } = await store.write(actor, id, async (before, guard, row) => {
        if (version < 1 || version > row.version)
          throw new AppError("not_found", `${id} has no version ${version}.`);
        const old = rewind(before, await changes.since(actor.ownerId, id, version));
        const document = { ...old, deleted: false };
        guard(before, document);
        return { document, result: undefined, summary: `Restored version ${version}` };
      });
      return dashboard;
    },
  };
}
