import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import { quoteData } from "@/lib/agent/text-for-model";
import type { Tool } from "@/lib/agent/tool";
import { renderKnowledge } from "@/lib/knowledge/render";
import type { Knowledge } from "@/lib/knowledge/schema";
import type { Source } from "@/lib/sources/schema";

export const projectName = "Kaboo Canvas";

const whole = { instructions: 64_000, glossary: 64_000, metrics: 64_000 };

/** What a project is about, what people have told the team (T10), and which data there is (X1). */
export function createProjectTools(
  sources: { list(ownerId: string): Promise<Source[]> },
  knowledge: { get(ownerId: string): Promise<Knowledge> },
): Tool[] {
  return [
    defineTool({
      name: "project___get_context",
      description:
        "The project's name and notes (the team's instructions, glossary and named metrics), and every table with its source and columns. Only needed when the prompt doesn't show them.",
      input: z.strictObject({}),
      async run(_, { ownerId }) {
        const [all, told] = await Promise.all([sources.list(ownerId), knowledge.get(ownerId)]);
        const tables = all.flatMap(({ id, tables }) =>
          tables.map(({ name, rowCount, columns }) => ({ name, source_id: id, rows: rowCount, columns })),
        );
        const notes = renderKnowledge(told, whole);
        const text = [
          `Project ${quoteData(projectName)}.`,
          notes,
          ...tables.map(({ name, source_id, rows, columns }) => {
            const listed = columns.map((column) => `${quoteData(column.name)} ${column.type}`).join(", ");
            return `table ${quoteData(name)} in ${source_id}, ${rows} rows: ${listed}`;
          }),
        ]
          .filter(Boolean)
          .join("\n");
        const { instructions, glossary, metrics } = told;
        const structured = {
          name: projectName,
          sources: all.map(({ id, title, kind }) => ({ source_id: id, title, kind })),
          tables,
          notes,
          instructions,
          glossary,
          metrics,
        };
        return { text, structured };
      },
    }),
  ];
}
