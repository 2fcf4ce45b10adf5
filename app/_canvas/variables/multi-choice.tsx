"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Popover } from "@/app/_ui/popover";
import { TextInput } from "@/app/_ui/text-input";

type Props = { label: string; options: string[]; value: string[]; onChange: (value: string[]) => void };

const searchFrom = 9;

/** Several of many: each counts at once, "All" and "None" in one click. */
export function MultiChoice({ label, options, value, onChange }: Props) {
  const [wanted, setWanted] = useState("");
  const chosen = new Set(value);
  const text =
    value.length === options.length
      ? "All"
      : value.length === 0
        ? "None"
        : value.length <= 2
          ? value.join(", ")
          : `${value.length} of ${options.length}`;
  const shown = options.filter((option) => option.toLowerCase().includes(wanted.trim().toLowerCase()));
  // In the order offered, so that the same choice is the same address.
  const set = (next: ReadonlySet<string>) => onChange(options.filter((option) => next.has(option)));
  const toggle = (option: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(option);
    else next.delete(option);
    set(next);
  };
  return (
    <Popover
      label={label}
      trigger={
        <Button aria-label={`${label}: ${text}`} className="max-w-56 font-normal">
          <span className="min-w-0 truncate">{text}</span>
          <ChevronDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
        </Button>
      }
      className="w-60"
    >
      {options.length >= searchFrom && (
        <div className="border-b p-2">
          <TextInput
            aria-label={`Search ${label}`}
            placeholder="Search"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </div>
      )}
      <div className="max-h-64 overflow-y-auto p-1">
        {shown.map((option) => (
          <label key={option} className="flex h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={chosen.has(option)}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            <span className="min-w-0 truncate" title={option}>
              {option}
            </span>
          </label>
        ))}
        {shown.length === 0 && <p className="px-2 py-3 text-ink-muted text-sm">Nothing by that name.</p>}
      </div>
      <div className="flex justify-end gap-1 border-t p-1.5">
        <Button size="sm" variant="ghost" onClick={() => set(new Set())}>
          None
        </Button>
        <Button size="sm" variant="ghost" onClick={() => set(new Set(options))}>
          All
        </Button>
      </div>
    </Popover>
  );
}
