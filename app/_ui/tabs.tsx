"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type TabItem<T extends string> = { value: T; label: string; icon?: ReactNode; unread?: boolean };

/** A row of tabs; the caller draws the panel of the chosen one. */
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
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List aria-label={label} className="relative flex gap-0.5 rounded-lg bg-hover p-0.5">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-7 flex-1 select-none items-center justify-center gap-1.5 rounded-md px-3 font-medium text-ink-muted text-xs transition-colors duration-100 hover:text-ink data-active:bg-raised data-active:text-ink data-active:shadow-[0_0_0_1px_var(--color-line)] [&_svg]:size-3.5"
          >
            {tab.icon}
            {tab.label}
            {tab.unread && (
              <>
                <span className="size-1.5 rounded-full bg-agent" aria-hidden="true" />
                <span className="sr-only">, new</span>
              </>
            )}
          </Base.Tab>
        ))}
      </Base.List>
    </Base.Root>
  );
}
