import { emptyWorkspace, sessionsKey, workspaceKey } from "@/lib/workspace/schema";

/**
 * Who writes each key of the state, and whether the browser sees it (O1). Every key that is not here, such as
 * `kaboo_references`, is the browser's.
 */
export const stateKeys = {
  [sessionsKey]: { writer: "server", visible: false },
  [workspaceKey]: { writer: "effects", visible: true },
} as const;

/** What a new thread's server-owned keys hold (K1). */
export const initialState = { [workspaceKey]: emptyWorkspace };
