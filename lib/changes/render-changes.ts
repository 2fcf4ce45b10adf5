import { quoteData } from "@/lib/agent/text-for-model";
import type { StoredChange } from "@/lib/changes/stored-change";

const summaryCharacters = 300;

export function renderAuthor({ kind, name }: StoredChange["author"]): string {
  if (kind === "person") return "the person";
  return kind === "client" ? `another assistant (${quoteData(name)})` : `the ${name}`;
}

/** One change on one line: `version 5 by the person (ch_1): "Renamed …"`. */
export function renderChange({
  version,
  author,
  id,
  summary,
}: Pick<StoredChange, "version" | "author" | "id" | "summary">): string {
  return `version ${version} by ${renderAuthor(author)} (${id}): ${quoteData(summary.slice(0, summaryCharacters))}`;
}

/** The newest version of each subject that a view has looked at, from what happened since. */
export function seenVersions(
  base: Readonly<Record<string, number>>,
  since: readonly StoredChange[],
): Record<string, number> {
  const seen: Record<string, number> = { ...base };
  for (const { subjectId, version } of since) seen[subjectId] = Math.max(seen[subjectId] ?? 0, version);
  return seen;
}
