import type { AGUIEvent } from "@ag-ui/core";
import type { ModelMessage } from "ai";
import type { ChooseModel } from "@/lib/agent/model";
import type { Answer, OpenRequest } from "@/lib/agent/open-request";
import type { ClientTool, ToolResult } from "@/lib/agent/tool";
import type { RunContext } from "@/lib/agent/view";
import type { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";

/** Another assistant, and the calls it makes by itself: no model is asked (T4). */
export type ClientCalls = { name: string; calls: readonly { tool: string; input: Json }[] };

/** What one run is given: only what may be trusted (R1, O2). */
export type RunRequest = {
  threadId: string;
  runId: string;
  ownerId: string;
  /** What the person says. Without it the thread's pause is taken up, its requests answered meanwhile (H1). */
  message?: { id: string; content: string };
  /** The client's own tools, for the entry agent (T8). */
  clientTools?: readonly ClientTool[];
  context: readonly RunContext[];
  forwardedProps: JsonObject;
  /** Server-owned keys from the store, with the browser's own merged in. */
  state: JsonObject;
  client?: ClientCalls;
  /** The entry agent's invocation that broke off and goes on (V8, R5); there is no new message then. */
  continues?: InvocationRow;
};

/** What a host knows of a request besides: keys of the state that it vouches for, context, forwarded props (O4). */
export type Enrichment = {
  state?: JsonObject;
  context?: readonly RunContext[];
  forwardedProps?: JsonObject;
};

export type Enrich = (request: RunRequest) => Enrichment | undefined | Promise<Enrichment | undefined>;

/** A row of an agent's transcript. */
export type TranscriptRow = { invocationId: string; message: ModelMessage };

/** One agent answering one human message (V8). */
export type InvocationRow = {
  id: string;
  threadId: string;
  runId: string;
  agent: string;
  /** The slot: one transcript per agent, and per second one at work at once. */
  transcript: string;
  toolCallId: string;
  /** What each view said at the first model call, by view name. */
  base: Record<string, string>;
  marks: Record<string, Json>;
  /** What went in as trailing messages so far; only models that keep them have any (V6). */
  kept: readonly KeptMessage[];
};

/** A trailing message that stays in the prompt, and before which message of the transcript. */
export type KeptMessage = { before: number; text: string };

/** A suspended one is taken up when what its calls wait for is answered (H3). */
export type InvocationStatus = "success" | "suspended" | "cancelled" | "error";

/** A thread's work that waits: the suspended invocations, the entry agent's among them, and what their calls wait for. */
export type Pause = { invocations: readonly InvocationRow[]; requests: readonly OpenRequest[] };

/** Where agents' transcripts and invocations live. Rows are appended; nothing is rewritten. */
export type TranscriptStore = {
  read(threadId: string, transcript: string): Promise<TranscriptRow[]>;
  append(threadId: string, transcript: string, rows: TranscriptRow[]): Promise<void>;
  startInvocation(invocation: InvocationRow): Promise<void>;
  /** An invocation goes on, in the row's run from now on (V8). */
  takeUpInvocation(invocation: InvocationRow): Promise<void>;
  /** Base, marks and kept messages as of the newest model call. */
  updateInvocation(id: string, values: Pick<InvocationRow, "base" | "marks" | "kept">): Promise<void>;
  endInvocation(id: string, status: InvocationStatus, usage?: TokenUsage): Promise<void>;
  /** What the thread waits for, with the answers given so far; nothing when its entry agent is not suspended. */
  readPause(threadId: string): Promise<Pause>;
  addRequest(request: OpenRequest): Promise<void>;
  /** Closes a request that nobody answered. */
  closeRequest(id: string, status: Exclude<Answer["status"], "resolved">): Promise<void>;
};

/** What the inspector and the lab are told, and no browser in production. */
export type TraceEntry =
  | {
      kind: "model-call";
      agent: string;
      slot: string;
      invocationId: string;
      step: number;
      model: string;
      /** Exactly what reached the model. */
      system: string;
      messages: ModelMessage[];
      tools: string[];
    }
  | {
      kind: "model-answer";
      agent: string;
      invocationId: string;
      step: number;
      usage: TokenUsage;
      durationMs: number;
    }
  | { kind: "effect"; agent: string; tool: string; toolCallId: string; operations: Operation[] }
  | {
      kind: "tool-call";
      agent: string;
      tool: string;
      toolCallId: string;
      isError: boolean;
      durationMs: number;
    }
  /** With `effect`, it is the tool's effect that failed. */
  | { kind: "warning"; agent: string; reason: string; tool?: string; view?: string; effect?: true };

/** Tokens as the provider counts them. */
export type TokenUsage = { inputTokens: number; cachedInputTokens: number; outputTokens: number };

/** Everything the engine needs from outside. */
export type RunPorts = {
  chooseModel: ChooseModel;
  transcripts: TranscriptStore;
  /** Takes events in the order they happen; it stores, groups and sends them. */
  emit(event: AGUIEvent): void;
  /** Resolves when everything emitted so far is stored. */
  stored(): Promise<void>;
  trace(entry: TraceEntry): void;
  now(): Date;
  newId: NewId;
  signal: AbortSignal;
};

export type RunOutcome = {
  /** `interrupt`: somebody has to answer before it goes on, if only the client whose tool was called. */
  status: "success" | "interrupt" | "cancelled" | "error";
  /** The whole state after the run. */
  state: JsonObject;
  usage: TokenUsage;
  /** Of a client's calls, in their order; absent when it was stopped. */
  results?: readonly ToolResult[];
  /** Why it ended as an error; the cause is for the server's log, the message may be shown. */
  error?: AppError;
};
