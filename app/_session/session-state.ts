import type { Interrupt, Message, ResumeEntry, UserMessage } from "@ag-ui/core";
import type { JsonObject } from "@/lib/shared/json";

/** A call whose result is not there yet. Its arguments are the text so far: parse them when shown, not per delta. */
export type LiveCall = {
  id: string;
  name: string;
  subagentRunId: string | undefined;
  /** The message it hangs on. */
  messageId: string;
  status: "writing" | "running";
  args: string;
};

export type Subagent = {
  id: string;
  name: string;
  parentSubagentRunId: string | undefined;
  /** The `delegate___…` call it answers. */
  parentToolCallId: string | undefined;
  status: "running" | "done" | "failed";
};

export type RunStatus = "running" | "success" | "cancelled" | "interrupted" | "error";
export type Run = { id: string; status: RunStatus; error?: { message: string; code: string | undefined } };

/** A message that the stream has not shown yet. */
export type Outgoing = { message: UserMessage; status: "sending" | "queued" | "waiting" | "failed" };

/** What the page knows of its thread. Values are replaced, never changed, so that `===` tells what stayed the same. */
export type SessionState = {
  messages: readonly Message[];
  /** How many messages of the conversation come before these, and are there when asked for. */
  earlier: number;
  /** Text messages still being written. */
  writing: readonly string[];
  calls: readonly LiveCall[];
  subagents: Readonly<Record<string, Subagent>>;
  run: Run | null;
  /** What the agents ask, until it is answered (H3). */
  interrupts: readonly Interrupt[];
  /** What this page has said to them, while it takes effect. */
  answered: Readonly<Record<string, Pick<ResumeEntry, "status" | "payload">>>;
  /** The server's visible keys, with the page's own keys over any echo (O5). */
  state: JsonObject;
  /** Keys this page has written: kept over whatever the server echoes. */
  own: JsonObject;
  outbox: readonly Outgoing[];
  /** The newest stored event seen; the stream resumes after it (R4). */
  seq: number;
  /** A delta did not apply or its hash differed: only a snapshot helps (R8). */
  diverged: boolean;
  /** Whether a snapshot has arrived: before it, an empty list means nothing. */
  loaded: boolean;
};

export const emptySession: SessionState = {
  messages: [],
  earlier: 0,
  writing: [],
  calls: [],
  subagents: {},
  run: null,
  interrupts: [],
  answered: {},
  state: {},
  own: {},
  outbox: [],
  seq: 0,
  diverged: false,
  loaded: false,
};
