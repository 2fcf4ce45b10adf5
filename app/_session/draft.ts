import type { MessageList } from "./message-list";
import type { SessionState } from "./session-state";

/** A session being changed by a batch of events: fields are replaced, the messages copied once. */
export type Draft = Omit<SessionState, "messages"> & { messages: MessageList };
