import { quoteData } from "@/lib/agent/text-for-model";
import type { Knowledge, Metric } from "@/lib/knowledge/schema";

/** Characters of each part that a prompt holds; the rest is read with the tool (V7). */
const most = { instructions: 3_000, glossary: 2_000, metrics: 2_500 };

/** What the person told the team, as text for a model. Empty for nothing. */
export function renderKnowledge({ instructions, glossary, metrics }: Knowledge, limits = most): string {
  const told = instructions.slice(0, limits.instructions);
  const left = instructions.length - told.length;
  return [
    ...(told ? [`Instructions, to be followed like your own: ${quoteData(told)}`] : []),
    ...(left > 0 ? [`[${left} more characters, which project___get_context gives]`] : []),
    ...section(
      "Glossary:",
      glossary.map(({ term, meaning }) => `${quoteData(term)} means ${quoteData(meaning)}`),
      limits.glossary,
    ),
    ...section(
      "Metrics; asked for one by name, compute it so and write it in its format:",
      metrics.map(renderMetric),
      limits.metrics,
    ),
  ].join("\n");
}

function renderMetric({ name, sql, table, sourceId, description, format }: Metric): string {
  const from = table && ` of table ${quoteData(table)}${sourceId && ` in ${sourceId}`}`;
  return [
    `${quoteData(name)}:`,
    sql && `${quoteData(sql)}${from},`,
    description && `${quoteData(description)},`,
  ]
    .filter(Boolean)
    .concat(`format ${format}`)
    .join(" ");
}

function section(heading: string, lines: readonly string[], limit: number): string[] {
  if (lines.length === 0) return [];
  let used = 0;
  const shown = lines.filter((line) => {
    used += line.length;
    return used <= limit;
  });
  const left = lines.length - shown.length;
  return [heading, ...shown, ...(left > 0 ? [`and ${left} more, which project___get_context lists.`] : [])];
}
