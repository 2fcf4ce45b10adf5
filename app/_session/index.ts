export type { Interrupt, Message, ReasoningMessage, ToolCall, ToolMessage, UserMessage } from "@ag-ui/core";
export { parsePartialJson } from "./partial-json";
export { jsonBody, RequestError, request, requestJson } from "./problem";
export type { Presence } from "./selectors";
export { isQuiet } from "./session";
export { SessionProvider, useSessionObject, useSnapshot } from "./session-provider";
export type { Subagent } from "./session-state";
export {
  useAgentContext,
  useAgentPresence,
  useKabooAction,
  useLiveToolCalls,
  useRemoteChanges,
  useSession,
  useSessionError,
  useSessionStatus,
  useWorkspace,
  useWrittenArguments,
} from "./use-session";
