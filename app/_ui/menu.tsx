"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./class-names";

/** A button that opens a list of actions. `trigger` is the button, with its own name. */
export function Menu({
  trigger,
  align = "end",
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  align?: "start" | "center" | "end";
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="min-w-44 max-w-80 rounded-lg bg-raised p-1 text-ink shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const item =
  "flex h-8 select-none items-center gap-2 rounded-md px-2 text-sm outline-none data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";

export function MenuItem({
  icon,
  tone = "plain",
  disabled,
  shortcut,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  tone?: "plain" | "danger";
  disabled?: boolean;
  shortcut?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Item
      disabled={disabled ?? false}
      onClick={onSelect}
      className={cx(
        item,
        tone === "danger"
          ? "text-danger data-highlighted:bg-danger-soft"
          : "data-highlighted:bg-hover [&_svg]:text-ink-muted",
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut}
    </Base.Item>
  );
}

export function MenuRadioGroup<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  /** Null where none of them holds. */
  value: T | null;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  onChange: (value: T) => void;
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className={cx(item, "data-highlighted:bg-hover [&_svg]:text-ink-muted")}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Base.RadioItemIndicator className="size-1.5 rounded-full bg-accent forced-colors:bg-[CanvasText]" />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2 pt-1.5 pb-1 font-medium text-ink-faint text-xs">{children}</div>;
}
