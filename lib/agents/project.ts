import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import { quoteData } from "@/lib/agent/text-for-model";
import type { Tool } from "@/lib/agent/tool";
import type { Source } from "@/lib/sources/schema";

export const projectName = "Kaboo Canvas";

/** What a project is about and which data it has (X1). */
export function createProjectTools(sources: { list(ownerId: string): Promise<Source[]> }): Tool[] {
  return [
    defineTool({
      name: "project___get_context",
      description:
        "The project's name and notes, and every table with its source and columns. Only needed when the prompt doesn't show them.",
      input: z.strictObject({}),
      async run(_, { ownerId }) {
        const all = await sources.list(ownerId);
        const tables = all.flatMap(({ id, tables }) =>
          tables.map(({ name, rowCount, columns }) => ({ name, source_id: id, rows: rowCount, columns })),
        );
        const text = [
          `Project ${quoteData(projectName)}.`,
          ...tables.map(({ name, source_id, rows, columns }) => {
            const listed = columns.map((column) => `${quoteData(column.name)} ${column.type}`).join(", ");
            return `table ${quoteData(name)} in ${source_id}, ${rows} rows: ${listed}`;
          }),
        ].join("\n");
        const structured = {
          name: projectName,
          sources: all.map(({ id, title, kind }) => ({ source_id: id, title, kind })),
          tables,
          notes: "",
        };
        return { text, structured };
      },
    }),
  ];
}
