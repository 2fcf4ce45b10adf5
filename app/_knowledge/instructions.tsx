"use client";

import { useState } from "react";
import { areaClass, Section } from "@/app/_knowledge/section";
import type { KnowledgeEdits } from "@/app/_knowledge/use-knowledge";
import { Button } from "@/app/_ui/button";

const most = 20_000;

export function Instructions({ saved, edits }: { saved: string; edits: KnowledgeEdits }) {
  const [text, setText] = useState(saved);
  const changed = text.trim() !== saved;
  const save = () => edits.edit.mutate({ instructions: text });
  return (
    <Section
      id="instructions"
      title="Instructions"
      hint="How the agents should work for you, in your own words. They count from the next message on."
    >
      <textarea
        aria-labelledby="instructions"
        dir="auto"
        rows={5}
        maxLength={most}
        value={text}
        placeholder="Answer in German. Money is in euros, without cents. Our year begins in February."
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && changed) save();
        }}
        className={`${areaClass} max-h-96 min-h-28`}
      />
      <div className="mt-2 flex min-h-7 items-center gap-2">
        <p className="flex-1 text-ink-faint text-xs" aria-live="polite">
          {edits.edit.error && changed ? (
            <span className="text-danger">{edits.edit.error.message}</span>
          ) : edits.edit.isPending ? (
            "Saving…"
          ) : changed ? (
            "Not saved yet"
          ) : (
            saved && "Saved"
          )}
        </p>
        {changed && (
          <Button size="sm" variant="ghost" onClick={() => setText(saved)}>
            Revert
          </Button>
        )}
        <Button size="sm" variant="primary" disabled={!changed || edits.edit.isPending} onClick={save}>
          Save instructions
        </Button>
      </div>
    </Section>
  );
}
