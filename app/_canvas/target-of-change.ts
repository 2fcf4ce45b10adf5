import type { Target } from "@/app/_canvas/follow/follow";
import type { Change } from "@/lib/changes/schema";

/** Where on the canvas a change can be seen: its board with the first widget it touched, or its query or source. */
export function targetOfChange({ subject, subjectId, widgets }: Change): Target | null {
  // What the team knows has a page of its own.
  if (subject === "knowledge") return null;
  if (subject === "dashboard") return { kind: "dashboard", id: subjectId, widget: widgets[0] };
  return { kind: subject, id: subjectId };
}
