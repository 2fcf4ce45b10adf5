import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-current/25 px-1 font-sans text-2xs leading-4">{children}</kbd>
  );
}
