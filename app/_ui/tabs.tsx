"use client";

import { type KeyboardEvent, type ReactNode, useRef } from "react";

export type TabItem<T extends string> = { value: T; label: string; icon?: ReactNode; unread?: boolean };

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** A row of tabs, one of them in the order of Tab, the others by arrows; the caller draws the panel of the chosen one. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
}: {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly TabItem<T>[];
}) {
  const list = useRef<HTMLDivElement>(null);
  function step(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = steps[event.key]?.(at, tabs.length - 1);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab || next === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={step}
      className="relative flex gap-0.5 rounded-lg bg-hover p-0.5"
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className="flex h-7 flex-1 select-none items-center justify-center gap-1.5 rounded-md px-3 font-medium text-ink-muted text-xs transition-colors duration-100 hover:text-ink aria-selected:bg-raised aria-selected:text-ink aria-selected:shadow-[0_0_0_1px_var(--color-line)] [&_svg]:size-3.5"
        >
          {tab.icon}
          {tab.label}
          {tab.unread && (
            <>
              <span className="size-1.5 rounded-full bg-agent" aria-hidden="true" />
              <span className="sr-only">, new</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
