import { FileUp, LayoutDashboard, Plus } from "lucide-react";
import { Button } from "@/app/_ui/button";

/** Nothing is open: what this place is for. The questions to begin with are the chat's (C12). */
export function EmptyCanvas({ onCreate, onBrowse }: { onCreate: () => void; onBrowse: (() => void) | null }) {
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center overflow-y-auto p-6">
      <div className="w-full max-w-md">
        <Sketch />
        <h2 className="mt-6 font-semibold text-ink text-xl tracking-tight">
          What the agents build shows up here
        </h2>
        <p className="mt-1.5 text-ink-muted text-base">
          Charts appear while they are being made. Move, rename or change anything; Kaboo sees what you did.
        </p>
        <p className="mt-4 flex items-center gap-2 text-ink-faint text-xs">
          <FileUp className="size-3.5 shrink-0" aria-hidden="true" />
          Drop a CSV, TSV, JSON or Parquet file anywhere to ask about it.
        </p>
        <p className="mt-2 -ml-2.5 flex flex-wrap gap-1">
          {onBrowse && (
            <Button variant="ghost" size="sm" onClick={onBrowse}>
              <LayoutDashboard className="size-3.5" aria-hidden="true" />
              Open the newest dashboard
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onCreate}>
            <Plus className="size-3.5" aria-hidden="true" />
            Start an empty one
          </Button>
        </p>
      </div>
    </div>
  );
}

/** A board in outline, in the colours charts have. */
function Sketch() {
  const heights = [26, 40, 33, 52, 44, 60];
  return (
    <svg viewBox="0 0 440 150" aria-hidden="true" className="w-full">
      <g fill="none" stroke="var(--color-line-strong)" strokeDasharray="5 4" strokeWidth="1.5">
        <rect x="1" y="1" width="138" height="58" rx="8" />
        <rect x="151" y="1" width="138" height="58" rx="8" />
        <rect x="1" y="71" width="288" height="78" rx="8" />
        <rect x="301" y="1" width="138" height="148" rx="8" />
      </g>
      <rect x="16" y="18" width="62" height="12" rx="4" fill="var(--color-line-strong)" />
      <rect x="16" y="38" width="34" height="6" rx="3" fill="var(--color-line)" />
      <rect x="166" y="18" width="48" height="12" rx="4" fill="var(--color-line-strong)" />
      <path d="M166,46 L190,42 L212,44 L236,36 L272,30" fill="none" stroke="var(--chart-2)" strokeWidth="2" />
      <path
        d="M16,130 L60,118 L104,124 L148,104 L192,110 L236,92 L274,88"
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="M16,134 L60,130 L104,120 L148,124 L192,116 L236,118 L274,108"
        fill="none"
        stroke="var(--chart-3)"
        strokeWidth="2.5"
      />
      {heights.map((height, index) => (
        <rect
          key={height}
          x={317 + index * 18}
          y={132 - height}
          width="12"
          height={height}
          rx="2"
          fill="var(--chart-1)"
          opacity={0.35 + index * 0.12}
        />
      ))}
    </svg>
  );
}
