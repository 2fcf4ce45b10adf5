import type { Change } from "@/lib/changes/schema";

/** What of the log is shown: whose changes, on which board, to which widget. */
export type LogFilter = { author: string; board: string; widget: { id: string; title: string } | null };

export const everything: LogFilter = { author: "", board: "", widget: null };

export const authorOf = ({ author }: Change) => (author.kind === "person" ? "You" : author.name);

export function filtered(changes: readonly Change[], { author, board, widget }: LogFilter): Change[] {
  return changes.filter(
    (change) =>
      (author === "" || authorOf(change) === author) &&
      (board === "" || change.subjectId === board) &&
      (widget === null || change.widgets.includes(widget.id)),
  );
}

export const authorsIn = (changes: readonly Change[]) => [...new Set(changes.map(authorOf))].sort();

/** Two readings of the log as one, newest first; a change that is in both stands once. */
export function together(some: readonly Change[], others: readonly Change[]): Change[] {
  const byId = new Map([...some, ...others].map((change) => [change.id, change]));
  return [...byId.values()].sort(
    (one, other) => other.at.localeCompare(one.at) || other.version - one.version,
  );
}
