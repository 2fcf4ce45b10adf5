"use client";

import { ShieldAlert } from "lucide-react";
import { Button } from "@/app/_ui/button";
import { ScrollBox } from "@/app/_ui/scroll-box";
import type { HeldTool } from "@/lib/mcp/schema";
import { changedPart, type Parts } from "./changed-part";
import { useAcceptTool } from "./use-servers";

/** Both texts of a tool that changed since it was accepted, and the word that lets agents use it again (S9). */
export function HeldToolCard({ held }: { held: HeldTool }) {
  const accept = useAcceptTool();
  const [before, now] = changedPart(held.accepted, held.now);
  const unseen = held.accepted === held.now;
  return (
    <article
      aria-label={`${held.tool} has changed`}
      data-tone="warning"
      className="mt-2 rounded-lg bg-warning-soft p-3"
    >
      <p className="flex items-start gap-2 text-sm">
        <ShieldAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
        <span>
          <code className="break-all font-mono text-xs">{held.tool}</code> says something else than when it
          was accepted. What it says is read by agents; until you accept it they can’t use it.
        </span>
      </p>
      <div className="mt-2 grid gap-2 sm:grid-cols-2">
        <Told label="Accepted before" parts={before} mark="bg-danger-soft line-through" />
        <Told label="Says now" parts={now} mark="bg-success-soft font-medium" />
      </div>
      {unseen && (
        <p className="mt-2 text-sm">
          The texts look the same: they differ in characters that can’t be seen, or in what is too long to be
          told.
        </p>
      )}
      <Button
        variant="primary"
        className="mt-2.5"
        disabled={accept.isPending}
        onClick={() => accept.mutate(held)}
      >
        Accept what it says now
      </Button>
    </article>
  );
}

function Told({ label, parts, mark }: { label: string; parts: Parts; mark: string }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-0.5 text-2xs text-ink-muted">{label}</h4>
      <ScrollBox label={label} className="max-h-48 overflow-auto rounded-md border bg-canvas px-2.5 py-2">
        <pre className="whitespace-pre-wrap break-words font-mono text-ink text-xs">
          {parts.before}
          {parts.own !== "" && <mark className={`text-ink ${mark}`}>{parts.own}</mark>}
          {parts.after}
        </pre>
      </ScrollBox>
    </div>
  );
}
