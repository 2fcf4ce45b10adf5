"use client";

import { useState } from "react";
import { EntryButtons } from "@/app/_knowledge/entry-buttons";
import { FormFoot } from "@/app/_knowledge/form-foot";
import { areaClass, NoEntries, Section } from "@/app/_knowledge/section";
import type { KnowledgeEdits } from "@/app/_knowledge/use-knowledge";
import { Field } from "@/app/_ui/fields";
import { TextInput } from "@/app/_ui/text-input";
import type { Term } from "@/lib/knowledge/schema";

/** Words of the house. */
export function Glossary({ terms, edits }: { terms: readonly Term[]; edits: KnowledgeEdits }) {
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  return (
    <Section
      id="glossary"
      title="Glossary"
      hint="What your words mean, so that nobody has to ask."
      add={{ label: "Add a term", onAdd: () => setOpen("new") }}
    >
      {open === "new" && <TermForm edits={edits} onDone={close} />}
      {terms.length === 0 && open !== "new" && (
        <NoEntries>
          No terms yet. “Logo” could be a paying account, “ARR” twelve times this month’s MRR.
        </NoEntries>
      )}
      {terms.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border bg-surface">
          {terms.map((term) =>
            open === term.id ? (
              <li key={term.id} className="p-1">
                <TermForm term={term} edits={edits} onDone={close} />
              </li>
            ) : (
              <li key={term.id} className="flex items-start gap-3 py-2 pr-2 pl-4 text-sm">
                <span className="w-40 shrink-0 break-words font-medium max-sm:w-28" dir="auto">
                  {term.term}
                </span>
                <span className="min-w-0 flex-1 whitespace-pre-wrap break-words text-ink-muted" dir="auto">
                  {term.meaning}
                </span>
                <EntryButtons
                  name={term.term}
                  onEdit={() => setOpen(term.id)}
                  onRemove={() => edits.remove(term.id)}
                />
              </li>
            ),
          )}
        </ul>
      )}
    </Section>
  );
}

function TermForm({ term, edits, onDone }: { term?: Term; edits: KnowledgeEdits; onDone: () => void }) {
  const [word, setWord] = useState(term?.term ?? "");
  const [meaning, setMeaning] = useState(term?.meaning ?? "");
  return (
    <form
      aria-label={term ? `Edit ${term.term}` : "New term"}
      className="mb-2 space-y-3 rounded-lg border bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        const entry = { ...(term && { id: term.id }), term: word, meaning };
        edits.edit.mutate({ glossary: [entry] }, { onSuccess: onDone });
      }}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
    >
      <Field label="Term">
        <TextInput
          autoFocus
          required
          dir="auto"
          maxLength={100}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </Field>
      <Field label="Meaning">
        <textarea
          required
          dir="auto"
          rows={2}
          maxLength={1_000}
          value={meaning}
          onChange={(event) => setMeaning(event.target.value)}
          className={areaClass}
        />
      </Field>
      <FormFoot edit={edits.edit} onCancel={onDone} />
    </form>
  );
}
