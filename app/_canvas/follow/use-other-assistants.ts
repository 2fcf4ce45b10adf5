import { sameBoard } from "@/app/_canvas/follow/follow";
import type { FollowControls } from "@/app/_canvas/follow/use-follow";
import { targetOfChange } from "@/app/_canvas/target-of-change";
import { useRemoteChanges } from "@/app/_session";
import { toast } from "@/app/_ui/toast";

/**
 * Tells what another assistant did through MCP, with a way there; on the board in sight it is pointed out. While following,
 * and unless the own agents are at work, its board opens (T4, C1).
 */
export function useOtherAssistants(threadId: string, controls: FollowControls, busy: boolean): void {
  useRemoteChanges((change) => {
    if (change.author.kind !== "client" || change.threadId === threadId) return;
    const { author, subject, subjectId, summary, widgets, version } = change;
    const target = targetOfChange(change);
    if (!target) return;
    const inSight = sameBoard(controls.state.target, target);
    const isThere = widgets.length > 0 || version === 1;
    if (subject === "dashboard" && isThere && (inSight || !busy))
      controls.noteElsewhere({ kind: "dashboard", id: subjectId }, widgets);
    toast(`${author.name}: ${summary}`, {
      id: `${author.name}:${subjectId}`,
      ...(!inSight && { action: { label: "Open", onClick: () => controls.open(target) } }),
    });
  });
}
