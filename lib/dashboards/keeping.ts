import type { Actor } from "@/lib/changes/actor";
import type { Changes } from "@/lib/changes/service";
import {
  countWidgets,
  type DashboardDocument,
  dashboardOf,
  parseDocument,
  rowOf,
  variablesByName,
} from "@/lib/dashboards/document";
import { type PlanQueries, planImport } from "@/lib/dashboards/plan-import";
import type { Dashboard, DashboardFile, NewDashboard, TrashEntry } from "@/lib/dashboards/schema";
import type { DashboardStore } from "@/lib/dashboards/store";
import { checkVariables } from "@/lib/dashboards/variables";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import { writeAll } from "@/lib/db/write";
import type { NewQuery, Query } from "@/lib/queries/schema";
import { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import { plainJson } from "@/lib/shared/plain-json";

/** How long what was deleted can be had back (D13). */
export const trashDays = 30;
const dayMs = 86_400_000;

export type KeepingPorts = {
  db: Db;
  store: DashboardStore;
  changes: Changes;
  queries: PlanQueries & { create(actor: Actor, input: NewQuery): Promise<Query> };
  now: () => Date;
  newId: NewId;
};

/** Making dashboards, whole ones too, and having them back: copies, files, the trash (D10, D13). */
export function createKeeping({ db, store, changes, queries, now, newId }: KeepingPorts) {
  const trashSince = () => new Date(now().getTime() - trashDays * dayMs);

  /** Null when the same call has made one before (D6). */
  async function insert(
    actor: Actor,
    document: DashboardDocument,
    { summary, index }: { summary: string; index: number },
  ): Promise<Dashboard | null> {
    const id = newId("d");
    const at = now();
    const row = { id, ...ownedBy(actor.ownerId), version: 1, createdAt: at, ...rowOf(document, at) };
    const change = {
      actor,
      index,
      subject: "dashboard" as const,
      subjectId: id,
      version: 1,
      summary,
      operations: [{ op: "add" as const, path: "", value: plainJson(document) }],
      inverse: [{ op: "replace" as const, path: "/deleted", value: true }],
      touched: Object.keys(document.widgets),
    };
    return (await changes.commit(change, db.dashboard.create({ data: row })))
      ? dashboardOf(row, document)
      : null;
  }

  async function insertNew(actor: Actor, document: DashboardDocument, summary: string): Promise<Dashboard> {
    const made = await insert(actor, document, { summary, index: 0 });
    if (!made) throw new AppError("conflict", "This was made already.");
    return made;
  }

  return {
    /** The same call twice makes one dashboard (D6). */
    async create(actor: Actor, input: NewDashboard, index = 0): Promise<Dashboard> {
      const made = await changes.madeBy(actor, index);
      if (made) {
        const row = await store.read(actor.ownerId, made.subjectId);
        return dashboardOf(row, parseDocument(row));
      }
      const { title, description = "", report = false, variables = [] } = input;
      await checkVariables(actor.ownerId, variables, queries);
      const document: DashboardDocument = {
        title,
        description,
        report,
        deleted: false,
        variables: variablesByName(variables),
        widgets: {},
      };
      const summary = `Created the ${report ? "report" : "dashboard"} “${title}”`;
      // Not made: the same call has, at the same moment.
      return (await insert(actor, document, { summary, index })) ?? this.create(actor, input, index);
    },

    /** A dashboard of its own with the same widgets. Their queries are shared. */
    async duplicate(actor: Actor, id: string): Promise<Dashboard> {
      const row = await store.read(actor.ownerId, id);
      const document = parseDocument(row);
      const widgets = Object.values(document.widgets).map((widget) => ({ ...widget, id: newId("w") }));
      const title = `${document.title} (copy)`.slice(0, 200);
      const copy = {
        ...document,
        title,
        widgets: Object.fromEntries(widgets.map((widget) => [widget.id, widget])),
      };
      return insertNew(actor, copy, `Copied “${document.title}”`);
    },

    /** Everything it takes to have this dashboard elsewhere, as a file (D10). No rows. */
    async exportFile(ownerId: string, id: string): Promise<DashboardFile> {
      const row = await store.read(ownerId, id);
      const { title, description, report, variables, widgets } = dashboardOf(row, parseDocument(row));
      const ids = [
        ...widgets.flatMap((widget) => (widget.kind === "text" ? [] : [widget.queryId])),
        ...variables.flatMap((variable) => (variable.kind === "query_choice" ? [variable.queryId] : [])),
      ];
      const found = await queries.getMany(ownerId, [...new Set(ids)]);
      return {
        kaboo: "dashboard",
        format: 1,
        dashboard: { title, description, report, variables, widgets },
        queries: Array.from(found.values(), ({ id: queryId, title: name, sql, ...query }) => ({
          ...{ id: queryId, title: name, sql, sourceId: query.sourceId },
          ...{ description: query.description, params: query.params },
        })),
      };
    },

    /**
     * A file as a new dashboard, checked like any other write. A query that is here already with the same text is used,
     * others are saved. Throws bad_input that says what doesn't fit; nothing is saved then.
     */
    async importFile(actor: Actor, file: DashboardFile): Promise<Dashboard> {
      const plan = await planImport(actor, file, queries, newId);
      const ids = new Map<string, string>();
      for (const { fileId, known, input } of plan.queries)
        ids.set(fileId, known ?? (await queries.create(actor, input)).id);
      return insertNew(actor, plan.documentWith(ids), `Imported “${file.dashboard.title}”`);
    },

    /** What was deleted and can still be had back, newest first. What is older goes for good now. */
    async trash(ownerId: string): Promise<TrashEntry[]> {
      const since = trashSince();
      const old = { ...ownedBy(ownerId), deletedAt: { lt: since } };
      const gone = await db.dashboard.findMany({ where: old, select: { id: true }, take: 200 });
      const ids = gone.map(({ id }) => id);
      if (ids.length > 0)
        await writeAll(db, () => [
          db.change.deleteMany({ where: { ...ownedBy(ownerId), subjectId: { in: ids } } }),
          db.dashboard.deleteMany({ where: { ...old, id: { in: ids } } }),
        ]);
      const rows = await db.dashboard.findMany({
        where: { ...ownedBy(ownerId), deletedAt: { gte: since } },
        orderBy: { deletedAt: "desc" },
        take: 200,
      });
      return rows.flatMap((row) =>
        row.deletedAt
          ? {
              ...{ id: row.id, title: row.title, widgetCount: countWidgets(row) },
              deletedAt: row.deletedAt.toISOString(),
              goneAt: new Date(row.deletedAt.getTime() + trashDays * dayMs).toISOString(),
            }
          : [],
      );
    },

    /** Out of the trash, as it was; a change like any other (D13). Throws not_found after its time. */
    async recover(actor: Actor, id: string): Promise<Dashboard> {
      const { dashboard } = await store.write(
        actor,
        id,
        (before, _guard, row) => {
          if (row.deletedAt && row.deletedAt < trashSince())
            throw new AppError("not_found", `${id} was deleted more than ${trashDays} days ago.`);
          return {
            document: { ...before, deleted: false },
            result: undefined,
            summary: `Restored “${before.title}” from the trash`,
          };
        },
        { deleted: true },
      );
      return dashboard;
    },
  };
}
