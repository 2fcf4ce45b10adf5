import type { Effect, StateEffectCall } from "@/lib/agent/effect";
import { errorText } from "@/lib/agent/error-text";
import type { Run } from "@/lib/agent/run-scope";
import type { StateDraft } from "@/lib/agent/thread-state";
import { withTimeLimit } from "@/lib/agent/time-limit";
import type { ToolResult } from "@/lib/agent/tool";
import { type Json, jsonOrText } from "@/lib/shared/json";
import { parsePointer, pointer, valueAt } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";
import { matchesTool } from "@/lib/shared/tool-glob";

const mapperLimitMs = 10_000;

/** A call that succeeded, as its effects are told of it. */
export type SucceededCall = Omit<StateEffectCall, "state">;

/** What effects need of a run. */
type Affected = Pick<Run, "team" | "warn"> & { ports: Pick<Run["ports"], "trace"> };

/** What effects and mappers go by (E3): the data a tool sent beside its prose, else the prose. */
export function resultForEffects(result: ToolResult): Json {
  return result.structured === undefined ? jsonOrText(result.text) : result.structured;
}

/**
 * Adds to the draft what a successful call leaves in the state, effect by effect in the order configured (E7).
 * One that fails adds nothing and becomes a warning; the others still apply (E6).
 */
export async function applyEffects(run: Affected, draft: StateDraft, call: SucceededCall): Promise<void> {
  for (const effect of run.team.effects) {
    if (!matchesTool(effect.tool, call.tool)) continue;
    try {
      const operations = draft.add(await operationsOf(effect, { ...call, state: draft.state }));
      if (operations.length === 0) continue;
      const { agent, tool, run: ids } = call;
      run.ports.trace({ kind: "effect", agent, tool, toolCallId: ids.toolCallId, operations });
    } catch (error) {
      run.warn({
        agent: call.agent,
        tool: call.tool,
        effect: true,
        reason: `its effect changed nothing: ${errorText(error)}`,
      });
    }
  }
}

/** Lets what has grown too large leave the state together with the change that made it so (E8). */
export function applyBound(run: Affected, draft: StateDraft, agent: string): void {
  try {
    draft.add(run.team.bound?.(draft.state) ?? []);
  } catch (error) {
    run.warn({ agent, reason: `the state was not bounded: ${errorText(error)}` });
  }
}

/** What an effect does to the state: a result written whole, or what its mapper says (E1, E2). */
export async function operationsOf(effect: Effect, call: StateEffectCall): Promise<Operation[]> {
  if ("path" in effect) return putWithParents(call.state, effect.path, call.result);
  return (await withTimeLimit(mapperLimitMs, "the mapper", () => effect.mapper(call))) ?? [];
}

/** Writes a value whole; parents that are missing are made as objects (E1). */
export function putWithParents(state: unknown, path: string, value: Json): Operation[] {
  const keys = parsePointer(path);
  const parents = keys.slice(0, -1).map((_, index) => pointer(...keys.slice(0, index + 1)));
  const missing = parents.filter((parent) => valueAt(state, parent) === undefined);
  return [
    ...missing.map((parent): Operation => ({ op: "add", path: parent, value: {} })),
    { op: "add", path, value },
  ];
}
