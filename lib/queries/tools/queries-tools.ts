import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import { quoteData } from "@/lib/agent/text-for-model";
import type { Tool, ToolCall } from "@/lib/agent/tool";
import { agentOf } from "@/lib/changes/actor";
import type { Queries } from "@/lib/queries/service";
import { queryResult, reasonOf, renderQuery } from "@/lib/queries/tools/query-results";
import { Params } from "@/lib/sources/schema";
import { shownVersion } from "@/lib/workspace/shown-version";

const Title = z.string().trim().min(1).max(200);
const Sql = z
  .string()
  .min(1)
  .max(100_000)
  .describe("One DuckDB SELECT. $name stands for a parameter or a dashboard's variable.");

const NewQueries = z
  .array(
    z.strictObject({
      title: Title,
      sql: Sql,
      source_id: z.string().optional(),
      description: z.string().max(2_000).optional(),
      params: Params.optional().describe("Default values of the $name parameters."),
    }),
  )
  .min(1)
  .max(20);

function baseOf(call: ToolCall, id: string, expected: number | undefined): number | undefined {
  return expected ?? shownVersion(call.marks.queries, id);
}

export function createQueriesTools(queries: Queries): Tool[] {
  return [
    defineTool({
      name: "sql-workbench___create_queries",
      description:
        "Checks and saves queries, several at once; widgets draw from saved queries. The answer has their ids and columns.",
      input: z.strictObject({ queries: NewQueries }),
      async run(input, call) {
        const created = [];
        const failed: { title: string; error: string }[] = [];
        const lines: string[] = [];
        for (const [index, { source_id, description, params, title, sql }] of input.queries.entries())
          try {
            const query = await queries.create(
              agentOf(call),
              {
                title,
                sql,
                ...(source_id !== undefined && { sourceId: source_id }),
                ...(description !== undefined && { description }),
                ...(params !== undefined && { params }),
              },
              index,
            );
            created.push(queryResult(query));
            lines.push(`Saved ${renderQuery(query)}.`);
          } catch (error) {
            failed.push({ title, error: reasonOf(error) });
            lines.push(`Not saved: ${quoteData(title)}: ${reasonOf(error)}`);
          }
        return { text: lines.join("\n"), structured: { created, failed }, isError: created.length === 0 };
      },
    }),
    defineTool({
      name: "sql-workbench___update_query",
      description: "Changes a saved query's title or SQL text; every widget that draws from it follows.",
      input: z.strictObject({
        query_id: z.string(),
        title: Title.optional(),
        sql: Sql.optional(),
        expected_version: z.number().int().optional(),
      }),
      async run({ query_id, title, sql, expected_version }, call) {
        const actor = agentOf(call, baseOf(call, query_id, expected_version));
        const edit = { ...(title !== undefined && { title }), ...(sql !== undefined && { sql }) };
        const query = await queries.update(actor, query_id, edit);
        const names = new Set(query.columns.map((column) => column.name));
        const broken = (await queries.uses(call.ownerId, [query_id])).flatMap((use) => {
          const missing = use.columns.filter((column) => !names.has(column));
          return missing.length > 0
            ? [`${use.widgetId} on ${use.dashboardId} needs ${missing.join(", ")}`]
            : [];
        });
        const warning = broken.length > 0 ? ` These widgets now miss columns: ${broken.join("; ")}.` : "";
        return { text: `${renderQuery(query)}.${warning}`, structured: queryResult(query) };
      },
    }),
    defineTool({
      name: "sql-workbench___list_queries",
      description: "Lists every saved query. The prompt shows the ones that matter already.",
      input: z.strictObject({}),
      async run(_, { ownerId }) {
        const all = await queries.list(ownerId);
        const text = all.map(renderQuery).join("\n") || "There are no saved queries.";
        return { text, structured: { queries: all.map(queryResult) } };
      },
    }),
    defineTool({
      name: "sql-workbench___get_query",
      description: "One saved query with its SQL text, columns and types.",
      input: z.strictObject({ query_id: z.string() }),
      async run({ query_id }, { ownerId }) {
        const query = await queries.get(ownerId, query_id);
        const columns = query.columns.map(({ name, type }) => `${quoteData(name)} ${type}`).join(", ");
        const text = `${renderQuery(query)}.\nTypes: ${columns}\nSQL: ${quoteData(query.sql)}`;
        const { description, sql, params } = query;
        return {
          text,
          structured: { ...queryResult(query), columns: query.columns, description, sql, params },
        };
      },
    }),
    defineTool({
      name: "sql-workbench___delete_queries",
      description: "Deletes saved queries that no widget draws from.",
      input: z.strictObject({ query_ids: z.array(z.string()).min(1).max(50) }),
      async run({ query_ids }, call) {
        const deleted: { query_id: string; title: string }[] = [];
        const failed: { query_id: string; error: string }[] = [];
        for (const [index, query_id] of query_ids.entries())
          try {
            const actor = agentOf(call, baseOf(call, query_id, undefined));
            const { title } = await queries.remove(actor, query_id, index);
            deleted.push({ query_id, title });
          } catch (error) {
            failed.push({ query_id, error: reasonOf(error) });
          }
        const text = [
          ...deleted.map(({ query_id, title }) => `Deleted ${query_id} ${quoteData(title)}.`),
          ...failed.map(({ query_id, error }) => `Not deleted: ${query_id}: ${error}`),
        ].join("\n");
        return { text, structured: { deleted, failed }, isError: deleted.length === 0 };
      },
    }),
  ];
}
