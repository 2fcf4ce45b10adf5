import type { ToolSet } from "ai";
import type { AgentEvents } from "@/lib/agent/agent-events";
import type { OpenRequest } from "@/lib/agent/open-request";
import type { InvocationRow, Pause, RunPorts, RunRequest, TraceEntry } from "@/lib/agent/run";
import type { RunUsage } from "@/lib/agent/run-usage";
import type { Slots } from "@/lib/agent/slots";
import type { Agent, Team } from "@/lib/agent/team";
import type { ThreadState } from "@/lib/agent/thread-state";
import type { Tool, ToolResult } from "@/lib/agent/tool";
import type { Transcript } from "@/lib/agent/transcript";
import type { AppError } from "@/lib/shared/app-error";

/** What all agents of one run share. */
export type Run = {
  team: Team;
  request: RunRequest;
  ports: RunPorts;
  state: ThreadState;
  slots: Slots;
  usage: RunUsage;
  /** What the thread was waiting for when this run began. */
  pause: Pause;
  /** What it waits for when this run ends, and the invocations that do. */
  open: OpenRequest[];
  suspended: InvocationRow[];
  /** Something went wrong that the run survives. */
  warn(warning: Omit<Extract<TraceEntry, { kind: "warning" }>, "kind">): void;
};

/** One agent answering one human message (V8), while it does. */
export type Invocation = {
  run: Run;
  definition: Agent;
  row: InvocationRow;
  /** 0 for the entry agent; a delegate is one deeper than its caller. */
  depth: number;
  events: AgentEvents;
  transcript: Transcript;
  /** Where the human message it answers is in the transcript. */
  messageIndex: number;
  tools: ReadonlyMap<string, Tool>;
  /** The same tools as the model library wants them: without a way to run them (T9). */
  toolSet: ToolSet;
};

/** How an invocation ended. The text is its last answer: what a delegate's caller gets. */
export type InvocationOutcome =
  | { status: "success"; text: string; results?: readonly ToolResult[] }
  | { status: "suspended" }
  | { status: "cancelled" }
  | { status: "error"; error: AppError };

/** Who is asked what. Passed to `invoke`, which delegates call in turn. */
export type InvocationRequest = {
  id: string;
  agent: string;
  message: string;
  /** The call that asked for a delegate; "" for the entry agent. */
  toolCallId: string;
  depth: number;
  events: AgentEvents;
  /**
   * An invocation that goes on (V8), instead of a new one: in its transcript, with its base and marks. The message is
   * in there; what its open calls come to is for its work to say.
   */
  takesUp?: InvocationRow;
};

/** Whoever does an invocation's work: the model by default, a workflow when one answers (C6). */
export type Work = (invocation: Invocation) => Promise<InvocationOutcome>;

export type Invoke = (run: Run, request: InvocationRequest, work?: Work) => Promise<InvocationOutcome>;
