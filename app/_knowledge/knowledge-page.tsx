"use client";

import { Glossary } from "@/app/_knowledge/glossary";
import { History } from "@/app/_knowledge/history";
import { Instructions } from "@/app/_knowledge/instructions";
import { Metrics } from "@/app/_knowledge/metrics";
import { useKnowledge, useKnowledgeEdits } from "@/app/_knowledge/use-knowledge";
import { ErrorState } from "@/app/_ui/error-state";
import { PageFrame } from "@/app/_ui/page-frame";
import { Skeleton } from "@/app/_ui/skeleton";
import type { Knowledge } from "@/lib/knowledge/schema";

export function KnowledgePage() {
  const { data, error, refetch } = useKnowledge();
  return (
    <PageFrame
      path="/knowledge"
      title="Team’s knowledge"
      intro="Told once, known in every conversation: how the agents should work for you, what your words mean, and how your numbers are computed. Other assistants are given it, too."
    >
      {data ? (
        <Sections knowledge={data} />
      ) : error ? (
        <div className="mt-6">
          <ErrorState title="What the team knows can’t be read" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        </div>
      ) : (
        <div className="mt-8 space-y-6" role="status" aria-label="Reading what the team knows">
          <Skeleton className="h-32" />
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      )}
    </PageFrame>
  );
}

function Sections({ knowledge }: { knowledge: Knowledge }) {
  const edits = useKnowledgeEdits(knowledge.version);
  return (
    <div className="mt-8 space-y-10">
      <Instructions key={knowledge.instructions} saved={knowledge.instructions} edits={edits} />
      <Glossary terms={knowledge.glossary} edits={edits} />
      <Metrics metrics={knowledge.metrics} edits={edits} />
      <History version={knowledge.version} edits={edits} />
    </div>
  );
}
