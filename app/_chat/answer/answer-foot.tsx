"use client";

import { Tooltip } from "@/app/_ui/tooltip";
import { explainTokens, showCost, showDuration, showTokens } from "./amounts";
import { Thumbs } from "./thumbs";
import { useAnswer } from "./use-answers";

/** Under an answer, quietly: what it took, and what the person thinks of it (C13). */
export function AnswerFoot({ messageId }: { messageId: string }) {
  const facts = useAnswer(messageId);
  if (!facts || facts.status === "running") return null;
  const { usage, cost, durationMs, runId, rating } = facts;
  return (
    <footer className="flex min-h-6 flex-wrap items-center gap-x-2 text-ink-faint text-xs">
      {usage && usage.inputTokens + usage.outputTokens > 0 && (
        <Tooltip label={explainTokens(usage)}>
          <span>{showTokens(usage)}</span>
        </Tooltip>
      )}
      {cost !== null && <span>{showCost(cost)}</span>}
      {durationMs !== null && <span>{showDuration(durationMs)}</span>}
      <span className="flex-1" />
      <Thumbs runId={runId} rating={rating} />
    </footer>
  );
}
