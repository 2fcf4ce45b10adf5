import type { Approval } from "@/lib/agent/approval";
import type { Effect, PendingMapper } from "@/lib/agent/effect";
import type { Enrich } from "@/lib/agent/run";
import type { StateKeys } from "@/lib/agent/state-keys";
import type { State, Tool } from "@/lib/agent/tool";
import type { WorkingView } from "@/lib/agent/view";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";

export type Agent = {
  /** Said to a caller that may delegate to it. */
  description: string;
  instructions: string;
  /** `provider:model`; the configured one when absent. */
  model?: string;
  /** Globs over the team's tools. */
  tools: readonly string[];
  /** Agents it may call as `delegate___<agent>`. */
  delegates?: readonly string[];
  /** Names of the team's views, in order. */
  views?: readonly string[];
  /** JSON Pointers shown before every model call (W1). */
  workspace?: readonly string[];
  /** Model calls in one invocation; default 30. */
  maxSteps?: number;
};

/**
 * Answers a known `kaboo_action` without a model (C6): the calls are made as if by the entry agent, and what they say
 * is the answer. Undefined leaves the message to the agent.
 */
export type Workflow = (action: JsonObject) => readonly { tool: string; input: Json }[] | undefined;

/** Servers whose tools come and go (T2). */
export type RemoteServers = {
  /** As tool names begin. */
  names: readonly string[];
  /** What can be called now; a run has what was there when it began. */
  tools(): readonly Tool[];
};

/** A team as plain values (T1). `checkTeam` tells mistakes at start. */
export type Team = {
  entry: string;
  agents: Readonly<Record<string, Agent>>;
  tools: readonly Tool[];
  servers?: RemoteServers;
  views: Readonly<Record<string, WorkingView>>;
  /** In the order they apply (E7). */
  effects: readonly Effect[];
  pending: readonly PendingMapper[];
  /** The first that matches a call and applies to it asks a person (H1). */
  approvals?: readonly Approval[];
  /** How long what is asked can be answered; default 24 h (H3). */
  answerWithinMs?: number;
  /** What must leave the effects' keys to keep them small; asked after every change, applied with it (E8). */
  bound?: (state: State) => Operation[];
  /** Input and output of all agents together in one run (C13); past it no further model call is made. */
  maxTokensPerRun?: number;
  /** By the action's `kind`. */
  workflows: Readonly<Record<string, Workflow>>;
  /** What a host knows of a request; asked before each run (O4). */
  enrich?: Enrich;
  stateKeys: StateKeys;
  /** What a new thread's server-owned visible keys hold (K1). */
  initialState: JsonObject;
};
