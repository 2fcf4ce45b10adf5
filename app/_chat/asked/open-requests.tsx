"use client";

import { lazy, Suspense } from "react";
import { useSnapshot } from "@/app/_session";

const ApprovalCard = lazy(async () => ({ default: (await import("./approval-card")).ApprovalCard }));
const QuestionCard = lazy(async () => ({ default: (await import("./question-card")).QuestionCard }));

/** All that agents ask of the person now, however deep in their work it came up (H1, H2). */
export function OpenRequests() {
  const interrupts = useSnapshot(({ state }) => state.interrupts);
  if (interrupts.length === 0) return null;
  return (
    <section aria-label="Waiting for you" className="space-y-2 py-2">
      <Suspense>
        {interrupts.map((interrupt) =>
          interrupt.metadata?.kind === "question" ? (
            <QuestionCard key={interrupt.id} interrupt={interrupt} />
          ) : (
            <ApprovalCard key={interrupt.id} interrupt={interrupt} />
          ),
        )}
      </Suspense>
    </section>
  );
}
