import { type AGUIEvent, EventType, PROTOCOL_VERSION } from "@ag-ui/core";
import { AgentEvents, textMessage } from "@/lib/agent/agent-events";
import { invoke } from "@/lib/agent/invoke";
import { clearPending } from "@/lib/agent/pending";
import type { RunOutcome, RunPorts, RunRequest } from "@/lib/agent/run";
import type { InvocationOutcome, Run } from "@/lib/agent/run-scope";
import { RunUsage } from "@/lib/agent/run-usage";
import { Slots } from "@/lib/agent/slots";
import { visibleState } from "@/lib/agent/state-keys";
import type { Team } from "@/lib/agent/team";
import { ThreadState } from "@/lib/agent/thread-state";
import { workflowFor } from "@/lib/agent/workflow";

/**
 * One run: a person's message, and everything the team does about it, as AG-UI events through `ports.emit`. Resolves
 * however the run ends, and rejects for nothing.
 */
export async function runTeam(team: Team, request: RunRequest, ports: RunPorts): Promise<RunOutcome> {
  const run = beginRun(team, request, ports);
  const events = new AgentEvents(ports.emit, ports.newId);
  const { threadId, runId, message } = request;
  events.emit({ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION });
  events.emit({
    type: EventType.STATE_SNAPSHOT,
    snapshot: visibleState(run.state.current, team.stateKeys),
  });
  for (const event of textMessage(message.id, "user", message.content)) events.emit(event);
  const invocation = {
    id: ports.newId("i"),
    agent: team.entry,
    message: message.content,
    toolCallId: "",
    depth: 0,
    events,
  };
  const outcome = await invoke(run, invocation, workflowFor(run));
  events.emit(endEvent(run, outcome));
  return {
    status: outcome.status,
    state: { ...run.state.current },
    usage: run.usage.total(),
    ...(outcome.status === "error" && { error: outcome.error }),
    ...(outcome.status === "success" && outcome.results && { results: outcome.results }),
  };
}

function beginRun(team: Team, request: RunRequest, ports: RunPorts): Run {
  const state = new ThreadState({ ...team.initialState, ...request.state }, team.stateKeys);
  // Whatever a run that crashed has left there: no other one is at work in this thread (R6).
  const draft = state.draft();
  draft.add(clearPending(team, state.current));
  state.commit(draft);
  return {
    team,
    request,
    ports,
    state,
    slots: new Slots(),
    usage: new RunUsage(),
    warn: (warning) => ports.trace({ kind: "warning", ...warning }),
  };
}

function endEvent(run: Run, outcome: InvocationOutcome): AGUIEvent {
  const usage = run.usage.perModel();
  if (outcome.status === "error") {
    return { type: EventType.RUN_ERROR, message: outcome.error.message, code: outcome.error.code, usage };
  }
  const { threadId, runId } = run.request;
  return { type: EventType.RUN_FINISHED, threadId, runId, outcome: { type: outcome.status }, usage };
}
