import { pointer } from "@/lib/shared/pointer";
import { referencesKey, workspaceKey } from "@/lib/workspace/keys";

/** Which parts of the state the agents see before every model call (W1). */
export const shownKeys = [
  pointer(workspaceKey, "focus"),
  pointer(workspaceKey, "dashboards"),
  pointer(workspaceKey, "queries"),
  pointer(workspaceKey, "project"),
  pointer(referencesKey),
];
