"use client";

import { useSnapshot } from "@/app/_session";
import type { Part } from "./conversation";
import { DelegateBlock } from "./delegate-block";
import { Markdown } from "./markdown";
import { ReasoningBlock } from "./reasoning-block";
import { ToolCard } from "./tool-card";

/** An agent's words and calls, in order. */
export function PartList({ parts, nested = false }: { parts: readonly Part[]; nested?: boolean }) {
  return parts.map((part) => {
    switch (part.kind) {
      case "text":
        return <AgentText key={part.id} id={part.id} text={part.text} nested={nested} />;
      case "reasoning":
        return <ReasoningBlock key={part.id} id={part.id} text={part.text} />;
      case "call":
        return <ToolCard key={part.id} call={part.call} result={part.result} />;
      case "delegate":
        return (
          <DelegateBlock key={part.id} part={part}>
            <PartList parts={part.parts} nested />
          </DelegateBlock>
        );
    }
    return part satisfies never;
  });
}

function AgentText({ id, text, nested }: { id: string; text: string; nested: boolean }) {
  const streaming = useSnapshot(({ state }) => state.writing.includes(id));
  return (
    <div className={nested ? "py-0.5 text-ink-muted [&_*]:text-sm" : "py-1"}>
      <Markdown text={text} streaming={streaming} />
    </div>
  );
}
