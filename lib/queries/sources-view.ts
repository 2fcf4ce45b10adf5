import { quoteData } from "@/lib/agent/text-for-model";
import type { WorkingView } from "@/lib/agent/view";
import type { Source, SourceTable } from "@/lib/sources/schema";

const baseCharacters = 7_000;

function renderTable({ name, rowCount, columns }: SourceTable): string {
  const listed = columns.map((column) => `${quoteData(column.name)} ${column.type}`).join(", ");
  return `  table ${quoteData(name)}, ${rowCount} rows: ${listed}`;
}

function renderSources(sources: readonly Source[]): string {
  const lines = ["Data sources (DuckDB SQL); the first is meant when none is named:"];
  let used = 0;
  let left = 0;
  for (const { id, title, kind, tables } of sources) {
    lines.push(`${id} ${quoteData(title)}${kind === "postgres" ? " (PostgreSQL SQL)" : ""}`);
    for (const table of tables) {
      const line = renderTable(table);
      used += line.length;
      if (used <= baseCharacters) lines.push(line);
      else left += 1;
    }
  }
  if (left > 0) lines.push(`and ${left} more tables, which project___get_context lists.`);
  return lines.join("\n");
}

/** Which data there is, table by table (V1). */
export function createSourcesView(sources: { list(ownerId: string): Promise<Source[]> }): WorkingView {
  return {
    // The sample may just be in the making.
    timeLimitMs: 5_000,
    async render({ ownerId, mark }) {
      if (mark !== undefined) return { mark };
      const all = await sources.list(ownerId);
      return { base: all.length > 0 ? renderSources(all) : "There are no data sources yet.", mark: {} };
    },
  };
}
