import { emptyWorkspace, referencesKey, sessionsKey, workspaceKey } from "@/lib/workspace/keys";

/**
 * Who writes each key of the state, and whether the browser sees it (O1). Every key that is not here is the browser's,
 * too; what people refer to is named because agents are shown it.
 */
export const stateKeys = {
  [sessionsKey]: { writer: "server", visible: false },
  [workspaceKey]: { writer: "effects", visible: true },
  [referencesKey]: { writer: "browser", visible: true },
} as const;

/** What a new thread's server-owned keys hold (K1). */
export const initialState = { [workspaceKey]: emptyWorkspace };
