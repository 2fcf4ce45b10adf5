"use client";

import { type ReactNode, useId, useState } from "react";

/**
 * A line that opens what is below it. While it is open the whole has `data-open`, for what turns with it. `beside` stands in
 * the line, but is no part of the button.
 */
export function Disclosure({
  id,
  head,
  beside,
  open: given,
  onOpenChange,
  className,
  lineClassName,
  headClassName,
  children,
}: {
  id?: string;
  head: ReactNode;
  beside?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className: string;
  lineClassName?: string;
  headClassName: string;
  children: ReactNode;
}) {
  const [own, setOwn] = useState(false);
  const open = given ?? own;
  const panel = useId();
  return (
    <div id={id} className={className} data-open={open ? "" : undefined}>
      <div className={lineClassName}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => (onOpenChange ?? setOwn)(!open)}
          className={headClassName}
        >
          {head}
        </button>
        {beside}
      </div>
      {open && <div id={panel}>{children}</div>}
    </div>
  );
}
