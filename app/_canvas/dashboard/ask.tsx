"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import type { JsonObject } from "@/lib/shared/json";

/** A question about something on the canvas, with what a workflow can act on (C6). */
export type Question = { action: { kind: string } & JsonObject; message: string };

const AskContext = createContext<((question: Question) => void) | null>(null);

/** Opens a question to edit and send; null where there is nobody to ask. */
export function useAsk() {
  return useContext(AskContext);
}

/** Lets everything below ask Kaboo. The person sees and may change what is sent. */
export function AskKaboo({ send, children }: { send: (question: Question) => void; children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useMemo(() => (next: Question) => setQuestion(next), []);
  return (
    <AskContext value={ask}>
      {children}
      {question && (
        <AskDialog
          key={question.message}
          question={question}
          onClose={() => setQuestion(null)}
          onSend={(message) => {
            send({ ...question, message });
            setQuestion(null);
          }}
        />
      )}
    </AskContext>
  );
}

type DialogProps = { question: Question; onClose: () => void; onSend: (message: string) => void };

function AskDialog({ question, onClose, onSend }: DialogProps) {
  const [text, setText] = useState(question.message);
  const ready = text.trim().length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ask Kaboo"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!ready} onClick={() => onSend(text.trim())}>
            Send
          </Button>
        </>
      }
    >
      <textarea
        aria-label="Your question"
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || !ready) return;
          event.preventDefault();
          onSend(text.trim());
        }}
        className="w-full resize-none rounded-md border border-line-strong bg-surface p-2.5 text-sm"
      />
    </Dialog>
  );
}
