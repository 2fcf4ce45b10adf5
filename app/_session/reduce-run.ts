import { type Event, EventType, type Interrupt, type RunFinishedOutcome } from "@ag-ui/core";
import type { Draft } from "./draft";
import type { Run, RunStatus, Subagent } from "./session-state";

/** Runs and the delegates within them. */
export function reduceRun(draft: Draft, event: Event): void {
  switch (event.type) {
    case EventType.RUN_STARTED:
      Object.assign(draft, { run: { id: event.runId, status: "running" }, writing: [], calls: [] });
      return;
    case EventType.RUN_FINISHED:
      end(draft, { id: event.runId, status: statusOf(event.outcome) }, interruptsOf(event.outcome));
      return;
    case EventType.RUN_ERROR: {
      const error = { message: event.message, code: event.code };
      end(draft, { id: draft.run?.id ?? "", status: "error", error });
      return;
    }
    case EventType.SUBAGENT_STARTED:
      draft.subagents = {
        ...draft.subagents,
        [event.subagentRunId]: {
          id: event.subagentRunId,
          name: event.name,
          parentSubagentRunId: event.parentSubagentRunId,
          parentToolCallId: event.parentToolCallId,
          status: "running",
        },
      };
      return;
    case EventType.SUBAGENT_FINISHED:
      endSubagent(draft, event.subagentRunId, "done");
      return;
    case EventType.SUBAGENT_ERROR:
      endSubagent(draft, event.subagentRunId, "failed");
  }
}

/** Whatever was open is over with the run. */
function end(draft: Draft, run: Run, interrupts: readonly Interrupt[] = []): void {
  draft.run = run;
  draft.interrupts = interrupts;
  draft.answered = {};
  draft.writing = [];
  draft.calls = [];
  for (const { id, status } of Object.values(draft.subagents)) {
    if (status === "running") endSubagent(draft, id, "failed");
  }
}

function endSubagent(draft: Draft, id: string, status: Subagent["status"]): void {
  const known = draft.subagents[id];
  if (known) draft.subagents = { ...draft.subagents, [id]: { ...known, status } };
}

function interruptsOf(outcome: RunFinishedOutcome | undefined): readonly Interrupt[] {
  return outcome?.type === "interrupt" ? outcome.interrupts : [];
}

function statusOf(outcome: RunFinishedOutcome | undefined): RunStatus {
  if (outcome?.type === "interrupt") return "interrupted";
  return outcome?.type ?? "success";
}
