"use client";

import { type ReactNode, Suspense, useState } from "react";
import type { MenuOption } from "./menu-option";
import { onDemand } from "./on-demand";
import { type PopupTrigger, usePopupTrigger } from "./popup-trigger";

const parts = () => import("./menu-popup");
const MenuPopup = onDemand(async () => (await parts()).MenuPopup);
const RadioGroup = onDemand(async () => (await parts()).RadioGroup);

/** One thing to do. Where `onSelect` gives false it has put the focus somewhere; else the menu's button has it again. */
export const MenuItem = onDemand(async () => (await parts()).MenuItem);

export function preloadMenu(): void {
  for (const part of [MenuPopup, MenuItem, RadioGroup]) void part.preload();
}

/** A button that opens a list of actions. `trigger` is the button, with its own name. */
export function Menu({
  trigger,
  align = "end",
  children,
}: {
  trigger: PopupTrigger;
  align?: "start" | "center" | "end";
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [button, popup] = usePopupTrigger({
    trigger,
    kind: "menu",
    open,
    onOpenChange: setOpen,
    load: preloadMenu,
  });
  return (
    <>
      {button}
      {popup.wanted && (
        <Suspense>
          <MenuPopup popup={popup} align={align} onOpenChange={setOpen}>
            {children}
          </MenuPopup>
        </Suspense>
      )}
    </>
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
  options: readonly MenuOption<T>[];
  onChange: (value: T) => void;
}) {
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen);
    if (option) onChange(option.value);
  };
  return <RadioGroup label={label} value={value} options={options} onChange={choose} />;
}

export function MenuSeparator() {
  // biome-ignore lint/a11y/useSemanticElements: a rule has no place among the items of a menu
  return <div role="separator" className="my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2 pt-1.5 pb-1 font-medium text-ink-faint text-xs">{children}</div>;
}
