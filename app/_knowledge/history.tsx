"use client";

import { Section } from "@/app/_knowledge/section";
import { type KnowledgeEdits, useKnowledgeVersions } from "@/app/_knowledge/use-knowledge";
import { agoOf } from "@/app/_ui/ago";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { ErrorState } from "@/app/_ui/error-state";
import { useNow } from "@/app/_ui/use-now";
import { usePerson } from "@/app/_ui/use-person";
import type { KnowledgeVersion } from "@/lib/knowledge/schema";

/** Every edit, with the ways to take it back or to go back to it (D4, D5). */
export function History({ version, edits }: { version: number; edits: KnowledgeEdits }) {
  const { data, error, refetch } = useKnowledgeVersions(version);
  if (version === 0) return null;
  return (
    <Section id="history" title="History" hint="Each edit can be taken back; later ones stay.">
      {error && (
        <ErrorState compact title="The history can’t be read" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
      <ol className="divide-y divide-line rounded-lg border bg-surface">
        {data?.map((each) => (
          <Line key={each.version} each={each} newest={each.version === version} edits={edits} />
        ))}
      </ol>
    </Section>
  );
}

function Line({ each, newest, edits }: { each: KnowledgeVersion; newest: boolean; edits: KnowledgeEdits }) {
  const now = useNow();
  const { locale } = usePerson();
  const busy = edits.undo.isPending || edits.restore.isPending;
  return (
    <li className="flex items-center gap-3 py-1.5 pr-2 pl-4 text-sm">
      <span className="min-w-0 flex-1">
        <span className={cx("block break-words", each.undone && "text-ink-faint line-through")}>
          {each.summary}
        </span>
        <span className="text-ink-faint text-xs">
          Version {each.version} · {each.author.kind === "person" ? "You" : each.author.name} ·{" "}
          <time dateTime={each.at}>{agoOf(each.at, now, locale)}</time>
          {each.undone && " · taken back"}
        </span>
      </span>
      {!each.undone && (
        <Button
          size="sm"
          variant="ghost"
          disabled={busy}
          aria-label={`Undo version ${each.version}`}
          onClick={() => edits.undo.mutate(each.changeId)}
        >
          Undo
        </Button>
      )}
      {!newest && (
        <Button
          size="sm"
          variant="ghost"
          disabled={busy}
          aria-label={`Restore version ${each.version}`}
          onClick={() => edits.restore.mutate(each.version)}
        >
          Restore
        </Button>
      )}
    </li>
  );
}
