"use client";

import { useEffect, useRef } from "react";
import { cx } from "@/app/_ui/class-names";
import type { Reference } from "@/lib/workspace/references";
import type { ReferenceGroup } from "./find-references";
import { ReferenceIcon } from "./reference-icon";

export const optionId = (menuId: string, index: number) => `${menuId}-${index}`;

/** What can be referred to, above the field. The keyboard stays in the field, which says what is active. */
export function ReferenceMenu({
  id,
  groups,
  active,
  pending,
  onChoose,
  onActive,
}: {
  id: string;
  groups: readonly ReferenceGroup[];
  active: number;
  pending: boolean;
  onChoose: (reference: Reference) => void;
  onActive: (index: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  let index = -1;
  return (
    <div
      ref={list}
      id={id}
      {...(groups.length > 0 ? { role: "listbox", "aria-label": "Refer to" } : { role: "status" })}
      className="absolute inset-x-3 bottom-full z-20 mb-1 max-h-72 overflow-y-auto rounded-lg bg-raised p-1 shadow-popup forced-colors:border"
    >
      {groups.length === 0 && (
        <p className="px-2 py-1.5 text-ink-muted text-sm">{pending ? "Looking…" : "Nothing by that name."}</p>
      )}
      {groups.map(({ kind, label, references }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of a form's fields
        <div key={kind} role="group" aria-label={label}>
          <p className="px-2 pt-1.5 pb-1 font-medium text-ink-faint text-xs" aria-hidden="true">
            {label}
          </p>
          {references.map((reference) => {
            index += 1;
            const at = index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field that this belongs to handles the keys
              <div
                key={`${kind} ${reference.id}`}
                id={optionId(id, at)}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                data-index={at}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => onActive(at)}
                onClick={() => onChoose(reference)}
                className={cx(
                  "flex h-8 items-center gap-2 rounded-md px-2 text-sm",
                  at === active && "bg-hover",
                )}
              >
                <ReferenceIcon kind={kind} />
                <span className="min-w-0 flex-1 truncate">{reference.title}</span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
