import type { State } from "@/lib/agent/tool";
import type { Json } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";

/** What a mapper is given (E2). */
export type StateEffectCall<Result = Json> = {
  tool: string;
  input: Json;
  result: Result;
  agent: string;
  run: { threadId: string; runId: string; toolCallId: string };
  /** Before this effect; read-only. */
  state: State;
  now: Date;
};

export type Mapper = (call: StateEffectCall) => Operation[] | undefined | Promise<Operation[] | undefined>;

/** A tool name or glob, and what its success leaves in the state: the result whole at `path`, or a mapper's operations (E1). */
export type Effect = { tool: string } & ({ path: string } | { mapper: Mapper });

/** What a start or end mapper is given (K2): there is no result yet, or it no longer matters. */
export type PendingCallInput = Omit<StateEffectCall, "result">;

/** Writes and clears `pending` around matching calls and delegates, however they end (K2). */
export type PendingMapper = {
  tool: string;
  /** The JSON Pointer at or under which both may write; they may write nothing else. */
  at: string;
  start(call: PendingCallInput): Operation[] | undefined;
  end(call: PendingCallInput): Operation[] | undefined;
};
