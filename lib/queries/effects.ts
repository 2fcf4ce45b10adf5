import { z } from "zod";
import type { Effect, Mapper, PendingMapper, StateEffectCall } from "@/lib/agent/effect";
import { isJsonObject, type Json } from "@/lib/shared/json";
import { forget, logChange, noteQuery, noteSource, setFocus } from "@/lib/workspace/patches";
import { pendingWhile } from "@/lib/workspace/pending";
import { workspaceOf } from "@/lib/workspace/workspace-of";

const Saved = z.object({
  query_id: z.string(),
  title: z.string(),
  columns: z.array(z.string()),
  source_id: z.string(),
});
const CreateResult = z.object({ created: z.array(Saved) });
const DeleteResult = z.object({ deleted: z.array(z.object({ query_id: z.string(), title: z.string() })) });

const noted = (query: z.infer<typeof Saved>) =>
  noteQuery({ id: query.query_id, title: query.title, columns: query.columns, source: query.source_id });

function logged({ agent, now }: StateEffectCall, summary: string, query: string) {
  return { agent, summary, at: now.toISOString(), query };
}

/** A dashboard in focus keeps it: its queries are on the way to a widget there, and leaving it would only flicker (C1). */
function focusQuery(state: StateEffectCall["state"], id: string) {
  return workspaceOf(state).focus?.kind === "dashboard" ? [] : setFocus(state, { kind: "query", id });
}

const createQueries: Mapper = (call) => {
  const { created } = CreateResult.parse(call.result);
  const last = created.at(-1);
  if (!last) return [];
  return [
    ...created.flatMap(noted),
    ...focusQuery(call.state, last.query_id),
    ...logChange(
      call.state,
      ...created.map((query) => logged(call, `Saved the query “${query.title}”`, query.query_id)),
    ),
  ];
};

const updateQuery: Mapper = (call) => {
  const query = Saved.parse(call.result);
  return [
    ...noted(query),
    ...focusQuery(call.state, query.query_id),
    ...logChange(call.state, logged(call, `Changed the query “${query.title}”`, query.query_id)),
  ];
};

const deleteQueries: Mapper = (call) => {
  const { deleted } = DeleteResult.parse(call.result);
  return [
    ...deleted.flatMap(({ query_id }) => forget(call.state, "queries", query_id)),
    ...logChange(
      call.state,
      ...deleted.map(({ query_id, title }) => logged(call, `Deleted the query “${title}”`, query_id)),
    ),
  ];
};

const SourcesResult = z.object({ sources: z.array(z.object({ source_id: z.string(), title: z.string() })) });

const noteSources: Mapper = (call) => {
  const { sources } = SourcesResult.parse(call.result);
  const { sources: known } = workspaceOf(call.state);
  const isNew = ({ source_id: id, title }: (typeof sources)[number]) =>
    !Object.hasOwn(known, id) || known[id]?.title !== title;
  return sources.filter(isNew).flatMap(({ source_id, title }) => noteSource({ id: source_id, title }));
};

/** What a success leaves in the workspace. Looking at rows leaves nothing. */
export const queryEffects: Effect[] = [
  { tool: "project___get_context", mapper: noteSources },
  { tool: "sql-workbench___list_sources", mapper: noteSources },
  { tool: "sql-workbench___create_queries", mapper: createQueries },
  { tool: "sql-workbench___update_query", mapper: updateQuery },
  { tool: "sql-workbench___delete_queries", mapper: deleteQueries },
];

function countIn(input: Json, key: string): number {
  const list = isJsonObject(input) ? input[key] : undefined;
  return Array.isArray(list) ? list.length : 0;
}

/** What shows as being at work (K2). */
export const queryPending: PendingMapper[] = [
  pendingWhile("sql-workbench___create_queries", (input) => {
    const count = countIn(input, "queries");
    return count === 1 ? "Saving a query" : `Saving ${count} queries`;
  }),
  pendingWhile("sql-workbench___update_query", () => "Changing a query"),
  pendingWhile("sql-workbench___delete_queries", () => "Deleting queries"),
  pendingWhile("sql-workbench___run_sql", () => "Looking at data"),
];
