import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";

/** A part of the page: what it is for, its entries, and a way to add one. */
export function Section({
  id,
  title,
  hint,
  add,
  children,
}: {
  id: string;
  title: string;
  hint: string;
  add?: { label: string; onAdd: () => void } | undefined;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-2.5 flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          <p className="text-ink-muted text-sm">{hint}</p>
        </div>
        {add && (
          <Button size="sm" onClick={add.onAdd}>
            <Plus className="size-3.5" aria-hidden="true" />
            {add.label}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

/** Where entries will stand. */
export function NoEntries({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-lg border border-line-strong border-dashed px-4 py-5 text-ink-muted text-sm">
      {children}
    </p>
  );
}

export const areaClass =
  "field-sizing-content w-full resize-y rounded-md border border-line-strong bg-raised px-2.5 py-2 text-sm placeholder:text-ink-faint";
