import { ChartColumn, LayoutDashboard, SquareTerminal, Table2 } from "lucide-react";
import type { Reference } from "@/lib/workspace/references";

const icons = { dashboard: LayoutDashboard, widget: ChartColumn, query: SquareTerminal, table: Table2 };

export function ReferenceIcon({ kind }: { kind: Reference["kind"] }) {
  const Icon = icons[kind];
  return <Icon className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />;
}
