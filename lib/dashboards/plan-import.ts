import type { Actor } from "@/lib/changes/actor";
import { type DashboardDocument, variablesByName } from "@/lib/dashboards/document";
import { overlaps } from "@/lib/dashboards/layout";
import type { DashboardFile, Variable, Widget } from "@/lib/dashboards/schema";
import { checkVariables } from "@/lib/dashboards/variables";
import { newWidget } from "@/lib/dashboards/widget";
import type { NewQuery, Query } from "@/lib/queries/schema";
import { AppError, isAppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import { isJsonObject } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";
import type { Column } from "@/lib/sources/schema";

export type PlanQueries = {
  getMany(ownerId: string, ids: string[]): Promise<ReadonlyMap<string, Query>>;
  /** What a query would be saved with; throws what saving it would. */
  check(ownerId: string, input: NewQuery): Promise<{ sourceId: string; columns: Column[] }>;
};
type FileQuery = DashboardFile["queries"][number];

/** Throws bad_input for a file whose widgets lie on one another (D7). */
function checkPlaces(widgets: DashboardFile["dashboard"]["widgets"]): void {
  for (const [index, { title, layout }] of widgets.entries()) {
    const other = widgets.slice(0, index).find((each) => overlaps(each.layout, layout));
    if (other) throw new AppError("bad_input", `In this file “${title}” lies on “${other.title}”.`);
  }
}

/** A query of a file as it would be saved. Where the file's own source isn't known, the one that is there is asked. */
async function planQuery(
  ownerId: string,
  { id: fileId, sourceId, ...bare }: FileQuery,
  queries: PlanQueries,
) {
  const input: NewQuery = { ...bare, sourceId };
  try {
    return { fileId, input, ...(await queries.check(ownerId, input)) };
  } catch (error) {
    if (!isAppError(error) || error.code !== "not_found") throw error;
    return { fileId, input: bare, ...(await queries.check(ownerId, bare)) };
  }
}

/**
 * Looks at all of a file before anything of it is saved: which of its queries are here (`known`), which are to be saved, and the
 * dashboard they make once their ids are known. Throws bad_input that says what doesn't fit.
 */
export async function planImport(actor: Actor, file: DashboardFile, queries: PlanQueries, newId: NewId) {
  const { title, description, report, variables, widgets } = file.dashboard;
  checkPlaces(widgets);
  const here = await queries.getMany(
    actor.ownerId,
    file.queries.map(({ id }) => id),
  );
  const planned = [];
  for (const query of file.queries) {
    const same = here.get(query.id);
    if (same?.sql === query.sql)
      planned.push({ fileId: query.id, known: same.id, input: query, columns: same.columns });
    else planned.push({ known: undefined, ...(await planQuery(actor.ownerId, query, queries)) });
  }
  const columns = new Map(planned.map((each) => [each.fileId, { columns: each.columns }]));
  const checkId = (id: string) => {
    if (!columns.has(id))
      throw new AppError("bad_input", `The file names the query ${id}, but doesn't have it.`);
    return id;
  };
  for (const variable of variables) if (variable.kind === "query_choice") checkId(variable.queryId);
  await checkVariables(actor.ownerId, variables, { getMany: async () => columns });
  const made = widgets.map((widget): Widget => {
    const { kind, layout, placedBy } = widget;
    const spec = plainJson(widget.spec);
    const input = {
      ...{ title: widget.title || kind, kind, spec: isJsonObject(spec) ? spec : {} },
      ...(widget.kind === "text" ? { text: widget.text } : { queryId: checkId(widget.queryId) }),
    };
    return newWidget(input, { id: newId("w"), layout, placedBy, madeBy: actor.author }, columns);
  });

  return {
    queries: planned,
    documentWith(ids: ReadonlyMap<string, string>): DashboardDocument {
      const saved = <Part extends Widget | Variable>(part: Part): Part =>
        "queryId" in part ? { ...part, queryId: ids.get(part.queryId) ?? part.queryId } : part;
      return {
        ...{ title, description, report, deleted: false },
        variables: variablesByName(variables.map(saved)),
        widgets: Object.fromEntries(made.map((widget) => [widget.id, saved(widget)])),
      };
    },
  };
}
