import type { Actor } from "@/lib/changes/actor";
import type { Change } from "@/lib/changes/schema";
import type { Changes } from "@/lib/changes/service";
import { publicChange, type StoredChange } from "@/lib/changes/stored-change";
import {
  countWidgets,
  type DashboardDocument,
  dashboardOf,
  parseDocument,
  variablesByName,
} from "@/lib/dashboards/document";
import { createHistory } from "@/lib/dashboards/history";
import { createKeeping, type KeepingPorts } from "@/lib/dashboards/keeping";
import {
  type Dashboard,
  type DashboardEdit,
  type DashboardEntry,
  Widget,
  type WidgetEdit,
} from "@/lib/dashboards/schema";
import { createDashboardStore } from "@/lib/dashboards/store";
import { checkVariables } from "@/lib/dashboards/variables";
import {
  addWidgets,
  editWidgets,
  removeWidgets,
  type Steps,
  type WidgetChange,
  type WidgetInput,
} from "@/lib/dashboards/widget-edits";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";

/** What became of a call that names several widgets: the dashboard after it, what was done, what was not and why. */
export type WidgetsResult<T> = { dashboard: Dashboard; done: string[]; failed: Steps<T>["failed"] };

export type Dashboards = ReturnType<typeof createDashboards>;

export function createDashboards({
  db,
  queries,
  changes,
  now,
  newId,
}: {
  db: Db;
  queries: KeepingPorts["queries"];
  changes: Changes;
  now: () => Date;
  newId: NewId;
}) {
  const store = createDashboardStore({ db, changes, now });

  function drawnBy(document: DashboardDocument, ids: readonly string[]): string[] {
    return ids.flatMap((id) => {
      const widget = Object.hasOwn(document.widgets, id) ? document.widgets[id] : undefined;
      return widget && widget.kind !== "text" ? [widget.queryId] : [];
    });
  }

  const named = (inputs: readonly { queryId?: string | undefined }[]) =>
    inputs.flatMap((input) => input.queryId ?? []);

  /** The result of a call that has been made before: what its change touched, and nothing new (D6). */
  function settled<T>(
    written: { dashboard: Dashboard; repeated: StoredChange | undefined },
    steps: Steps<T> | undefined,
  ): WidgetsResult<T> {
    const { dashboard, repeated } = written;
    return repeated
      ? { dashboard, done: repeated.widgets, failed: [] }
      : { dashboard, done: steps?.done ?? [], failed: steps?.failed ?? [] };
  }

  return {
    ...createHistory({ store, changes }),
    ...createKeeping({ db, store, changes, queries, now, newId }),

    async list(ownerId: string): Promise<DashboardEntry[]> {
      const rows = await db.dashboard.findMany({
        where: { ...ownedBy(ownerId), deletedAt: null },
        orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
        take: 500,
      });
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        version: row.version,
        updatedAt: row.updatedAt.toISOString(),
        widgetCount: countWidgets(row),
      }));
    },

    /** Throws not_found, for another owner's dashboard too (S7). */
    async get(ownerId: string, id: string): Promise<Dashboard> {
      const row = await store.read(ownerId, id);
      return dashboardOf(row, parseDocument(row));
    },

    /** Title, description, variables and places of several widgets at once. Throws conflict (D3). */
    async update(actor: Actor, id: string, edit: DashboardEdit): Promise<Dashboard> {
      if (edit.variables) await checkVariables(actor.ownerId, edit.variables, queries);
      const { dashboard } = await store.write(actor, id, (before, guard, row) => {
        const { title = before.title, description = before.description, variables, layouts = {} } = edit;
        const fields = {
          ...before,
          title,
          description,
          variables: variables ? variablesByName(variables) : before.variables,
        };
        guard(before, fields);
        const moves = Object.entries(layouts).map(([widgetId, layout]) => ({ widgetId, layout }));
        const steps = editWidgets(fields, moves, { actor, queries: new Map(), guard });
        only({ dashboard: dashboardOf(row, before), done: [], failed: steps.failed });
        return { document: steps.document, result: undefined };
      });
      return dashboard;
    },

    /** Sets values of variables that are there, or adds and replaces whole ones by name (D9). */
    async setVariables(
      actor: Actor,
      id: string,
      change: (variables: Dashboard["variables"]) => Dashboard["variables"],
    ): Promise<Dashboard> {
      const { dashboard } = await store.write(actor, id, async (before, guard, row) => {
        const variables = change(dashboardOf(row, before).variables);
        await checkVariables(actor.ownerId, variables, queries);
        const document = { ...before, variables: variablesByName(variables) };
        guard(before, document);
        return { document, result: undefined };
      });
      return dashboard;
    },

    async addWidgets(actor: Actor, id: string, inputs: WidgetInput[]): Promise<WidgetsResult<WidgetInput>> {
      const columns = await queries.getMany(actor.ownerId, named(inputs));
      const written = await store.write(actor, id, (before) => {
        const steps = addWidgets(before, inputs, { actor, queries: columns, newId });
        return { document: steps.document, result: steps };
      });
      return settled(written, written.result);
    },

    async updateWidgets(
      actor: Actor,
      id: string,
      edits: WidgetChange[],
    ): Promise<WidgetsResult<WidgetChange>> {
      const written = await store.write(actor, id, async (before, guard) => {
        const drawn = drawnBy(
          before,
          edits.map((edit) => edit.widgetId),
        );
        const columns = await queries.getMany(actor.ownerId, [...named(edits), ...drawn]);
        const steps = editWidgets(before, edits, { actor, queries: columns, guard });
        return { document: steps.document, result: steps };
      });
      return settled(written, written.result);
    },

    /** Says what those were called that it removed. */
    async removeWidgets(
      actor: Actor,
      id: string,
      widgetIds: string[],
    ): Promise<WidgetsResult<string> & { titles: ReadonlyMap<string, string> }> {
      const written = await store.write(actor, id, (before, guard) => {
        const steps = removeWidgets(before, widgetIds, guard);
        return { document: steps.document, result: { ...steps, before } };
      });
      const { repeated, result } = written;
      const widgets = repeated ? removedBy(repeated) : Object.values(result?.before.widgets ?? {});
      const titles = new Map(widgets.map((widget) => [widget.id, widget.title]));
      return { ...settled(written, result), titles };
    },

    /** One of a person's: what is wrong with it is thrown. */
    async addWidget(actor: Actor, id: string, input: WidgetInput): Promise<Dashboard> {
      return only(await this.addWidgets(actor, id, [input]));
    },

    /** One of a person's: throws bad_input, not_found, or conflict (D3). */
    async updateWidget(actor: Actor, id: string, widgetId: string, edit: WidgetEdit): Promise<Dashboard> {
      return only(await this.updateWidgets(actor, id, [{ ...edit, widgetId }]));
    },

    /** One of a person's: throws not_found, or conflict (D3). */
    async removeWidget(actor: Actor, id: string, widgetId: string): Promise<Dashboard> {
      return only(await this.removeWidgets(actor, id, [widgetId]));
    },

    /**
     * Soft (D13). Gives it as it is in the trash. Throws conflict when others changed it since the base: they may not
     * want it gone (D3).
     */
    async remove(actor: Actor, id: string): Promise<Dashboard> {
      const { dashboard } = await store.write(
        actor,
        id,
        (before, guard) => {
          if (before.deleted) throw new AppError("not_found", `There is no dashboard ${id}.`);
          const document = { ...before, deleted: true };
          guard(before, document);
          return { document, result: undefined };
        },
        { deleted: true },
      );
      return dashboard;
    },

    /** What happened after a version, newest first (D2). */
    async changesSince(ownerId: string, id: string, version: number): Promise<Change[]> {
      await store.read(ownerId, id);
      const since = await changes.since(ownerId, id, version);
      return since.map(publicChange).reverse();
    },
  };
}

/** The widgets that a change took away. */
function removedBy({ inverse }: StoredChange): Widget[] {
  return inverse.flatMap((operation) => {
    const widget = Widget.safeParse("value" in operation ? operation.value : undefined);
    return widget.success ? [widget.data] : [];
  });
}

/** A conflict always says what is there now, so that the page can go on from it. */
function only<T>({ dashboard, failed }: WidgetsResult<T>): Dashboard {
  const [failure] = failed;
  if (!failure) return dashboard;
  const { code, message, details } = failure.error;
  throw code === "conflict" && !details
    ? new AppError(code, message, { details: { since: [], current: dashboard }, cause: failure.error })
    : failure.error;
}
