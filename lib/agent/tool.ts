import type { z } from "zod";
import type { Json, JsonObject } from "@/lib/shared/json";

/** The thread's whole state as a tool, mapper or view may see it: read-only, without the engine's own keys (O1). */
export type State = Readonly<JsonObject>;

/** Where a call comes from, and what its agent had been shown when it was made. */
export type ToolCall = {
  toolCallId: string;
  agent: string;
  /** The other assistant that makes the call, when none of the team does (T4). */
  client?: string;
  ownerId: string;
  threadId: string;
  runId: string;
  invocationId: string;
  /** As of the call. */
  state: State;
  /** What each of the agent's views had last marked as shown, by view name: an edit's base version (D3). */
  marks: Readonly<Record<string, Json>>;
  /** Aborted by Stop; a tool that has committed may still answer, and counts as a success (E9). */
  signal: AbortSignal;
  /** What a person said to a tool that asks them (H2). */
  answer?: Json;
};

/** Prose for the model, data for the effects (E3). */
export type ToolResult = { text: string; structured?: Json; isError?: boolean };

/** One tool, whether built in or from an MCP server (T2). */
export type Tool = {
  /** `server___tool` */
  name: string;
  description: string;
  /** JSON Schema of the input, as the model is given it. */
  inputSchema: JsonObject;
  /** The checked input, or an error that tells the model what to fix. */
  check(input: unknown): { ok: true; input: Json } | { ok: false; error: string };
  /** A tool whose result a person gives: what they are asked. It runs with their answer, once there is one (H2). */
  asks?(input: Json): Question;
  run(input: Json, call: ToolCall): Promise<ToolResult>;
};

/** What a person is asked, with the JSON Schema of an answer, and what is wrong with one that doesn't fit. */
export type Question = {
  /** Who answers; a client's own tool is its client's. */
  of: "person" | "client";
  message: string;
  responseSchema: JsonObject;
  check(payload: Json): string | undefined;
};

/** A tool that a client sent with its input (T8). */
export type ClientTool = { name: string; description: string; inputSchema: JsonObject };

export type ToolDefinition<S extends z.ZodType> = {
  name: string;
  description: string;
  input: S;
  run(input: z.infer<S>, call: ToolCall): Promise<ToolResult>;
};
