"use client";

import { Eye, Pencil } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { DashboardView } from "@/app/_canvas/dashboard/dashboard-view";
import { printWhenDrawn } from "@/app/_canvas/dashboard/use-paper";
import { buttonClass } from "@/app/_ui/button-class";

/** A dashboard as a page of its own. */
export function DashboardPage({ id, readOnly }: { id: string; readOnly: boolean }) {
  const [selected, setSelected] = useState<string | null>(null);
  const router = useRouter();
  usePrinting(useSearchParams().get("print") === "1");
  const path = `/dashboards/${encodeURIComponent(id)}`;
  return (
    <main data-paper className="@container relative flex h-dvh flex-col">
      <DashboardView
        id={id}
        readOnly={readOnly}
        selected={selected}
        onSelect={setSelected}
        onMade={(made) => router.push(`/dashboards/${encodeURIComponent(made.id)}`)}
        onGone={() => router.push("/")}
        actions={
          <span className="flex items-center gap-1.5 print:hidden">
            <Link href="/" className={buttonClass("ghost")}>
              Ask Kaboo
            </Link>
            <Link href={readOnly ? path : `${path}?view=1`} className={buttonClass("ghost")}>
              {readOnly ? (
                <Pencil className="size-4" aria-hidden="true" />
              ) : (
                <Eye className="size-4" aria-hidden="true" />
              )}
              {readOnly ? "Edit" : "View only"}
            </Link>
          </span>
        }
      />
    </main>
  );
}

/** Prints by itself, once. */
function usePrinting(wanted: boolean): void {
  useEffect(() => (wanted ? printWhenDrawn() : undefined), [wanted]);
}
