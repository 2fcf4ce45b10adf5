import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import { quoteData } from "@/lib/agent/text-for-model";
import type { Tool } from "@/lib/agent/tool";
import { type Cell, Params, type Rows, type Source, type TableDescription } from "@/lib/sources/schema";

/** What the workbench asks of the sources. */
export type SourcesPort = {
  list(ownerId: string): Promise<Source[]>;
  describeTable(ownerId: string, sourceId: string | undefined, table: string): Promise<TableDescription>;
  run(
    ownerId: string,
    request: {
      sql: string;
      sourceId?: string | undefined;
      params?: Params | undefined;
      limit?: number | undefined;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Rows & { sourceId: string }>;
};

const mostRows = 50;
const mostCellCharacters = 200;

const SourceId = z.string().optional().describe("The default source when left out.");

/** One line per row, as JSON, cells cut short: what a model reads of an answer. */
export function renderRows({ columns, rows, truncated }: Rows): string {
  const names = columns.map((column) => quoteData(column.name)).join(", ");
  const lines = rows.map((row) => JSON.stringify(row.map(shortCell)));
  const more = truncated ? " There are more rows than are shown." : "";
  return `${rows.length} rows of [${names}].${more}\n${lines.join("\n")}`;
}

function shortCell(cell: Cell): Cell {
  const text = typeof cell === "string" ? cell : typeof cell === "object" ? JSON.stringify(cell) : undefined;
  if (text === undefined || text.length <= mostCellCharacters) return cell;
  return `${text.slice(0, mostCellCharacters)}…`;
}

function renderColumn({
  name,
  type,
  nullShare,
  distinct,
  min,
  max,
  samples,
}: TableDescription["columns"][number]) {
  const range = min === null ? "" : ` from ${quoteData(min)} to ${quoteData(max ?? "")}`;
  const nulls = nullShare > 0 ? `, ${Math.round(nullShare * 100)} % empty` : "";
  const examples = samples.map((sample) => quoteData(sample.slice(0, 60))).join(", ");
  return `${quoteData(name)} ${type}${range}, ${distinct} distinct${nulls}: ${examples}`;
}

export function createSourcesTools(sources: SourcesPort): Tool[] {
  return [
    defineTool({
      name: "sql-workbench___list_sources",
      description:
        "Lists the data sources with their tables. The prompt shows them already; only needed when it does not.",
      input: z.strictObject({}),
      async run(_, { ownerId }) {
        const all = await sources.list(ownerId);
        const text = all.map(
          ({ id, title, tables }) =>
            `${id} ${quoteData(title)}: ${tables.map((table) => table.name).join(", ")}`,
        );
        const structured = {
          sources: all.map(({ id, title, kind, tables }) => ({
            source_id: id,
            title,
            kind,
            tables: tables.map((table) => table.name),
          })),
        };
        return { text: text.join("\n") || "There are no sources yet.", structured };
      },
    }),
    defineTool({
      name: "sql-workbench___describe_table",
      description: "Columns of a table with types, ranges and sample values.",
      input: z.strictObject({ table: z.string(), source_id: SourceId }),
      async run({ table, source_id }, { ownerId }) {
        const described = await sources.describeTable(ownerId, source_id, table);
        const text = [
          `${quoteData(described.table)} in ${described.sourceId}, ${described.rowCount} rows:`,
          ...described.columns.map(renderColumn),
        ].join("\n");
        const structured = {
          table: described.table,
          source_id: described.sourceId,
          rows: described.rowCount,
          columns: described.columns.map(({ name, type, nullShare, distinct, min, max, samples }) => ({
            name,
            type,
            null_share: nullShare,
            distinct,
            min,
            max,
            samples,
          })),
        };
        return { text, structured };
      },
    }),
    defineTool({
      name: "sql-workbench___run_sql",
      description:
        "Runs one read-only SELECT (DuckDB SQL) and gives at most 50 rows. Nothing is kept: use it to look, and to check a number before naming it.",
      input: z.strictObject({
        sql: z.string().min(1).max(100_000),
        source_id: SourceId,
        params: Params.optional().describe("Values of $name parameters."),
        limit: z.number().int().min(1).max(mostRows).optional(),
      }),
      async run({ sql, source_id, params, limit = mostRows }, { ownerId, signal }) {
        const answer = await sources.run(ownerId, { sql, sourceId: source_id, params, limit, signal });
        const rows = answer.rows.slice(0, limit).map((row) => row.map(shortCell));
        const truncated = answer.truncated || answer.rows.length > rows.length;
        const structured = {
          columns: answer.columns.map((column) => column.name),
          rows,
          row_count: rows.length,
          truncated,
          source_id: answer.sourceId,
        };
        return { text: renderRows({ columns: answer.columns, rows, truncated }), structured };
      },
    }),
  ];
}
