import { type KeyboardEvent, useId, useState } from "react";
import type { Reference } from "@/lib/workspace/references";
import { findReferences } from "./find-references";
import { type Mention, mentionAt, writeMention } from "./mention";
import { optionId } from "./reference-menu";
import { useReferenceChoices } from "./use-reference-choices";

/** The `@` menu of a field: what is offered, what is chosen, and the keys while it is open. */
export function useMentions(field: { text: string; setText: (text: string, caret: number) => void }) {
  const id = useId();
  const [mention, setMention] = useState<Mention>();
  const [active, setActive] = useState(0);
  const [chosen, setChosen] = useState<Reference[]>([]);
  const open = mention !== undefined;
  const { choices, isPending } = useReferenceChoices(open);
  const groups = open ? findReferences(choices, mention.query) : [];
  const offered = groups.flatMap(({ references }) => references);
  // With nothing more by that name it is a text like any other.
  const shown = open && (offered.length > 0 || isPending || mention.query === "");
  const at = Math.min(active, Math.max(0, offered.length - 1));

  function choose(reference: Reference) {
    if (!mention) return;
    const { text, caret } = writeMention(field.text, mention, reference.title);
    field.setText(text, caret);
    setMention(undefined);
    setChosen((before) => [...before.filter((each) => !same(each, reference)), reference]);
  }

  return {
    id,
    shown,
    groups,
    active: at,
    isPending,
    chosen,
    activeOption: shown && offered.length > 0 ? optionId(id, at) : undefined,
    setActive,
    choose,
    remove: (reference: Reference) => setChosen((before) => before.filter((each) => !same(each, reference))),
    clear: () => setChosen([]),
    close: () => setMention(undefined),
    /** The text or the caret has moved. */
    follow(text: string, caret: number) {
      setMention(mentionAt(text, caret));
      setActive(0);
    },
    /** Whether the key was the menu's. */
    takeKey(event: KeyboardEvent): boolean {
      if (!shown) return false;
      const current = offered[at];
      switch (event.key) {
        case "ArrowDown":
        case "ArrowUp": {
          const by = event.key === "ArrowDown" ? 1 : -1;
          if (offered.length > 0) setActive((at + by + offered.length) % offered.length);
          break;
        }
        case "Enter":
        case "Tab":
          if (!current) return false;
          choose(current);
          break;
        case "Escape":
          setMention(undefined);
          break;
        default:
          return false;
      }
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

function same(a: Reference, b: Reference): boolean {
  return a.kind === b.kind && a.id === b.id;
}
