import { Loading } from "@/app/_canvas/charts/faces";
import type { Ghost } from "@/app/_canvas/dashboard/ghosts";
import { kindNames } from "@/app/_canvas/dashboard/kinds";

/** A widget an agent is writing: its outline, its title so far, and who writes it. */
export function GhostCard({ ghost }: { ghost: Ghost }) {
  const title = ghost.title || kindNames[ghost.kind];
  return (
    <article
      aria-label={`${title}, ${kindNames[ghost.kind]}, being written by ${ghost.agent}`}
      data-ghost=""
      className="flex size-full flex-col overflow-hidden rounded-lg border-2 border-agent/60 border-dashed bg-agent-soft/40"
    >
      <div className="flex items-center gap-2 px-3 pt-2 pb-1">
        <span className="min-w-0 flex-1 truncate font-medium text-ink-muted text-sm">{title}</span>
        <span className="flex shrink-0 items-center gap-1 rounded-full bg-agent-soft px-1.5 text-2xs text-agent">
          <span className="size-1.5 animate-pulse-soft rounded-full bg-agent" aria-hidden="true" />
          {ghost.agent}
        </span>
      </div>
      <div aria-hidden="true" className="min-h-0 flex-1 px-3 pb-3 opacity-60">
        <Loading kind={ghost.kind} />
      </div>
    </article>
  );
}
