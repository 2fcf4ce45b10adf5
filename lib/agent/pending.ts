import { EventType } from "@ag-ui/core";
import type { AgentEvents } from "@/lib/agent/agent-events";
import type { PendingCallInput } from "@/lib/agent/effect";
import { applyBound } from "@/lib/agent/effects";
import { errorText } from "@/lib/agent/error-text";
import type { Run } from "@/lib/agent/run-scope";
import type { Team } from "@/lib/agent/team";
import type { StateDraft } from "@/lib/agent/thread-state";
import type { State } from "@/lib/agent/tool";
import { equalJson } from "@/lib/shared/equal-json";
import { valueAt } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";
import { matchesTool } from "@/lib/shared/tool-glob";

/** A call that starts or ends, as pending mappers are told of it. */
export type PendingCall = Omit<PendingCallInput, "state">;

/** Says in the state that a call has started (K2), through the same queue as effects. */
export async function startPending(run: Run, events: AgentEvents, call: PendingCall): Promise<void> {
  if (!run.team.pending.some((mapper) => matchesTool(mapper.tool, call.tool))) return;
  await run.state.enqueue(() => {
    const draft = run.state.draft();
    applyPending(run, draft, "start", call);
    applyBound(run, draft, call.agent);
    emitDelta(events, run.state.commit(draft));
  });
}

/** Adds to the draft what the start or end of a call writes; a mapper that fails adds nothing and becomes a warning. */
export function applyPending(run: Run, draft: StateDraft, moment: "start" | "end", call: PendingCall): void {
  for (const mapper of run.team.pending) {
    if (!matchesTool(mapper.tool, call.tool)) continue;
    try {
      draft.add(mapper[moment]({ ...call, state: draft.state }) ?? [], mapper.at);
    } catch (error) {
      const reason = `its ${moment} was not noted: ${errorText(error)}`;
      run.warn({ agent: call.agent, tool: call.tool, reason });
    }
  }
}

/** The operations that empty `pending`: for a state whose run did not come to end its calls (K2, R5). */
export function clearPending(team: Team, state: State): Operation[] {
  const places = new Set(team.pending.map((mapper) => mapper.at));
  return [...places].flatMap((path): Operation[] => {
    const left = valueAt(state, path);
    const empty = valueAt(team.initialState, path);
    if (left === undefined || equalJson(left, empty)) return [];
    return [empty === undefined ? { op: "remove", path } : { op: "replace", path, value: empty }];
  });
}

/** One change as one event, or none when the browser sees nothing of it (O3). */
export function emitDelta(events: AgentEvents, delta: Operation[]): void {
  if (delta.length > 0) events.emit({ type: EventType.STATE_DELTA, delta });
}
