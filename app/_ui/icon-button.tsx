"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names";
import { Tooltip } from "./tooltip";

const tones = {
  plain:
    "text-ink-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink disabled:opacity-40",
  outlined: "border border-line-strong text-ink hover:bg-hover disabled:opacity-40",
  primary: "bg-accent text-accent-ink hover:bg-accent-hover disabled:bg-hover disabled:text-ink-faint",
};

export type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** Read aloud, and shown as the tooltip. */
  label: string;
  shortcut?: ReactNode;
  size?: "sm" | "md";
  tone?: keyof typeof tones;
  /** Draws it as pressed: a toggle that is on. */
  active?: boolean;
  children: ReactNode;
};

export function IconButton({
  label,
  shortcut,
  size = "md",
  tone = "plain",
  active,
  className,
  children,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip
      label={
        <>
          {label}
          {shortcut}
        </>
      }
    >
      <button
        type="button"
        aria-label={label}
        aria-pressed={active}
        className={cx(
          "inline-flex shrink-0 items-center justify-center rounded-md transition-colors duration-100 disabled:pointer-events-none",
          tones[tone],
          active && "bg-hover text-ink",
          size === "sm" ? "size-6 [&_svg]:size-3.5" : "size-8 [&_svg]:size-4",
          className,
        )}
        {...props}
      >
        {children}
      </button>
    </Tooltip>
  );
}
