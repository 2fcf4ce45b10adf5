import { applyBound, applyEffects, resultForEffects } from "@/lib/agent/effects";
import type { TraceEntry } from "@/lib/agent/run";
import type { Team } from "@/lib/agent/team";
import { ThreadState } from "@/lib/agent/thread-state";
import type { ToolResult } from "@/lib/agent/tool";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";

/** A call that had succeeded when its process died, before anybody was told (E9). */
export type FinishedCall = {
  toolCallId: string;
  tool: string;
  input: Json;
  agent: string;
  threadId: string;
  runId: string;
  result: ToolResult;
};

/** What its effects leave in this state: the operations, and those that a browser may see. */
export async function recoverCall(
  team: Team,
  before: JsonObject,
  call: FinishedCall,
  { now, trace }: { now: () => Date; trace(entry: TraceEntry): void },
): Promise<{ state: JsonObject; visible: Operation[] }> {
  const state = new ThreadState(before, team.stateKeys);
  const draft = state.draft();
  const { tool, input, agent, threadId, runId, toolCallId } = call;
  const run = {
    team,
    ports: { trace },
    warn: (warning: Omit<Extract<TraceEntry, { kind: "warning" }>, "kind">) =>
      trace({ kind: "warning", ...warning }),
  };
  const succeeded = { tool, input, agent, run: { threadId, runId, toolCallId }, now: now() };
  await applyEffects(run, draft, { ...succeeded, result: resultForEffects(call.result) });
  applyBound(run, draft, agent);
  const visible = state.commit(draft);
  return { state: { ...state.current }, visible };
}
