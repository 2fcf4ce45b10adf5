import type { Actor } from "@/lib/changes/actor";
import { conflicting } from "@/lib/changes/merge";
import type { Changes } from "@/lib/changes/service";
import { publicChange, type StoredChange } from "@/lib/changes/stored-change";
import {
  type DashboardDocument,
  type DashboardRow,
  dashboardOf,
  diffDocuments,
  parseDocument,
  rowOf,
  touchedWidgets,
} from "@/lib/dashboards/document";
import { fieldName } from "@/lib/dashboards/field-name";
import type { Dashboard } from "@/lib/dashboards/schema";
import { summarise } from "@/lib/dashboards/summary";
import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { AppError } from "@/lib/shared/app-error";
import { inversePatch } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";

/** Throws conflict when others changed, since the writer's base, a field that this step writes (D3). */
export type Guard = (before: DashboardDocument, after: DashboardDocument) => void;

export type Edited<R> = {
  document: DashboardDocument;
  result: R;
  summary?: string;
  undoes?: string[];
};

export type Written<R> = { dashboard: Dashboard; result: R | undefined; repeated: StoredChange | undefined };

export type DashboardStore = ReturnType<typeof createDashboardStore>;

const attempts = 12;

/** Reading and writing whole documents: owner, version, record and retry in one place. */
export function createDashboardStore({ db, changes, now }: { db: Db; changes: Changes; now: () => Date }) {
  async function read(ownerId: string, id: string, { deleted = false } = {}): Promise<DashboardRow> {
    const where = { ...ownedBy(ownerId), id: idFilter(id), ...(deleted ? {} : { deletedAt: null }) };
    const row = await db.dashboard.findFirst({ where });
    if (!row) throw new AppError("not_found", `There is no dashboard ${id}.`);
    return row;
  }

  function guardOf(actor: Actor, row: DashboardRow, since: StoredChange[]): Guard {
    return (before, after) => {
      // Deleting takes everything with it that others may have written.
      const deletes = after.deleted && !before.deleted;
      const operations: Operation[] = deletes ? [{ op: "remove", path: "" }] : diffDocuments(before, after);
      const others = conflicting(operations, since, actor);
      if (others.length > 0) throw conflict(row, before, operations, others);
    };
  }

  return {
    read,

    /**
     * One versioned write. `edit` is given the newest document and may be asked again when another writer was first; it
     * calls `guard` for each step that must not write over others. A call that has written before changes nothing (D6).
     */
    async write<R>(
      actor: Actor,
      id: string,
      edit: (document: DashboardDocument, guard: Guard, row: DashboardRow) => Promise<Edited<R>> | Edited<R>,
      { index = 0, deleted = false }: { index?: number; deleted?: boolean } = {},
    ): Promise<Written<R>> {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const row = await read(actor.ownerId, id, { deleted });
        const before = parseDocument(row);
        const repeated = await changes.madeBy(actor, index);
        if (repeated) return { dashboard: dashboardOf(row, before), result: undefined, repeated };
        const { base } = actor;
        if (base !== undefined && base > row.version)
          throw new AppError(
            "bad_input",
            `${id} has no version ${base} yet; it is at version ${row.version}.`,
          );
        const stale = base !== undefined && base < row.version;
        const since = stale ? await changes.since(actor.ownerId, id, base) : [];
        const { document, result, summary, undoes } = await edit(before, guardOf(actor, row, since), row);
        const operations = diffDocuments(before, document);
        if (operations.length === 0)
          return { dashboard: dashboardOf(row, before), result, repeated: undefined };
        const version = row.version + 1;
        const data = { ...rowOf(document, now()), version };
        const where = { id, ...ownedBy(actor.ownerId), version: row.version };
        const draft = {
          actor,
          index,
          subject: "dashboard" as const,
          subjectId: id,
          version,
          summary: summary ?? summarise(before, document),
          operations,
          inverse: inversePatch(before, operations),
          touched: touchedWidgets(operations),
          ...(undoes && { undoes }),
        };
        if (await changes.commit(draft, db.dashboard.update({ where, data })))
          return { dashboard: dashboardOf({ ...row, ...data }, document), result, repeated: undefined };
      }
      throw new AppError("conflict", `${id} is being changed by too many at once. Try again.`);
    },
  };
}

function conflict(
  row: DashboardRow,
  document: DashboardDocument,
  operations: Operation[],
  others: StoredChange[],
): AppError {
  const fields = Array.from(new Set(operations.map((each) => fieldName(each.path, document))));
  const told = others.map(
    ({ author, summary, version }) =>
      `version ${version} by ${author.kind === "person" ? "a person" : author.name}: ${summary}`,
  );
  return new AppError(
    "conflict",
    `Others changed the same since you saw it (${fields.join(", ")}): ${told.join("; ")}. ` +
      `Look at it again, and if it should still change, name version ${row.version} as the one expected.`,
    { details: { since: others.map(publicChange), current: dashboardOf(row, document) } },
  );
}
