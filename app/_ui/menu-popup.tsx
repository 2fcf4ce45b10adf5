"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from "react";
import { cx } from "./class-names";
import type { MenuOption } from "./menu-option";
import type { PopupState } from "./popup-trigger";

/** Where the focus goes when the menu closes: null is back to its button, false where what was chosen has put it. */
type FocusTarget = false | null;
const FocusAfter = createContext<RefObject<FocusTarget>>({ current: null });

/** The open list of a menu: what its button loads when it is about to be pressed. */
export function MenuPopup({
  popup: { open, byKeyboard, anchor },
  align,
  onOpenChange,
  children,
}: {
  popup: PopupState;
  align: "start" | "center" | "end";
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  const focusAfter = useRef<FocusTarget>(null);
  return (
    <FocusAfter value={focusAfter}>
      <Base.Root open={open} onOpenChange={onOpenChange}>
        <Base.Portal>
          <Base.Positioner anchor={anchor} align={align} sideOffset={4} className="z-50 outline-none">
            <Base.Popup
              finalFocus={() => (focusAfter.current === false ? false : anchor.current)}
              className="min-w-44 max-w-80 rounded-lg bg-raised p-1 text-ink shadow-popup outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border"
            >
              <Opened byKeyboard={byKeyboard} focusAfter={focusAfter} />
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FocusAfter>
  );
}

/** Opened by keyboard, the first item has the focus; by pointer, the list. */
function Opened({ byKeyboard, focusAfter }: { byKeyboard: boolean; focusAfter: RefObject<FocusTarget> }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    focusAfter.current = null;
    if (!byKeyboard) return;
    const focusFirst = () =>
      mark.current?.parentElement
        ?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")
        ?.focus();
    // After the library has given the focus to the list, which it does in the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(focusFirst);
    });
    return () => cancelAnimationFrame(frame);
  }, [byKeyboard, focusAfter]);
  return <span ref={mark} hidden />;
}

const item =
  "flex h-8 select-none items-center gap-2 rounded-md px-2 text-sm outline-none data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 forced-colors:data-highlighted:outline-2";

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
  onSelect: () => unknown;
  children: ReactNode;
}) {
  const focusAfter = useContext(FocusAfter);
  return (
    <Base.Item
      disabled={disabled ?? false}
      onClick={() => {
        const after = onSelect();
        focusAfter.current = after === false ? false : null;
      }}
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

export function RadioGroup({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | null;
  options: readonly MenuOption<string>[];
  onChange: (value: string) => void;
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
