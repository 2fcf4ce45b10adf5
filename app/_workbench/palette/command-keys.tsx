"use client";

import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { IconButton } from "@/app/_ui/icon-button";
import { Kbd } from "@/app/_ui/kbd";
import { focusComposer } from "./focus-composer";
import type { Sheet } from "./use-commands";

const Palette = lazy(() => import("./palette"));
const ShortcutsSheet = lazy(() => import("./shortcuts-sheet"));
const ServersDialog = lazy(() => import("../servers/servers-dialog"));

/** Ctrl or Cmd+K, `?` and `/`, wherever one is; the last two not while writing. */
export function CommandKeys() {
  const [open, setOpen] = useState<"palette" | Sheet>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey) {
        event.preventDefault();
        setOpen((now) => (now === "palette" ? undefined : "palette"));
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target)) return;
      if (event.key === "?") setOpen("shortcuts");
      if (event.key === "/") {
        event.preventDefault();
        focusComposer();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const close = () => setOpen(undefined);
  return (
    <>
      <IconButton label="Find anything" shortcut={<Kbd>Ctrl K</Kbd>} onClick={() => setOpen("palette")}>
        <Search />
      </IconButton>
      <Suspense>
        {open === "palette" && <Palette onClose={close} onSheet={setOpen} />}
        {open === "shortcuts" && <ShortcutsSheet onClose={close} />}
        {open === "servers" && <ServersDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** A dialog's keys are its own, too. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null)
  );
}
