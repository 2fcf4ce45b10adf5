import type { State } from "@/lib/agent/tool";
import type { Json } from "@/lib/shared/json";

/** One entry of the run's AG-UI context. */
export type RunContext = { description: string; value: string };

export type ViewRequest = {
  agent: string;
  ownerId: string;
  threadId: string;
  runId: string;
  invocationId: string;
  firstCall: boolean;
  context: readonly RunContext[];
  /** As of this call, own and parallel effects included (V5). */
  state: State;
  /** What this view marked at its last call in this invocation. */
  mark: Json | undefined;
};

export type View = {
  /** Kept from the invocation's first call; opens the latest human message (V2). */
  base?: string;
  /** Rendered anew at every call; ends the trailing message (V3). */
  changes?: string;
  /** Handed back at the next call, and to the tools as what the agent was shown (V1, D3). */
  mark?: Json;
};

/** What a service holds, as text for a model (V1). Throwing or being slow leaves it out of that call (V4). */
export type WorkingView = {
  render(request: ViewRequest): View | null | Promise<View | null>;
  /** Default 2,000. */
  timeLimitMs?: number;
  /** Characters kept of base and of changes; default 8,000 (V7). */
  limit?: number;
};
