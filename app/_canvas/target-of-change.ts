import type { Target } from "@/app/_canvas/follow/follow";
import type { Change } from "@/lib/dashboards/schema";

/** Where a change can be seen: its board with the first widget it touched, or its query or source. */
export function targetOfChange({ subject, subjectId, widgets }: Change): Target {
  if (subject === "dashboard") return { kind: "dashboard", id: subjectId, widget: widgets[0] };
  return { kind: subject, id: subjectId };
}
