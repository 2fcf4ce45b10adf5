import { type AGUIEvent, EventType, PROTOCOL_VERSION, type RunFinishedOutcome } from "@ag-ui/core";
import { abandon } from "@/lib/agent/abandon";
import { AgentEvents, textMessage } from "@/lib/agent/agent-events";
import { enriched } from "@/lib/agent/enrich";
import { showableError } from "@/lib/agent/error-text";
import { goOn } from "@/lib/agent/go-on";
import { invoke } from "@/lib/agent/invoke";
import { noPause, unanswered } from "@/lib/agent/open-request";
import { clearPending } from "@/lib/agent/pending";
import type { RunOutcome, RunPorts, RunRequest } from "@/lib/agent/run";
import type { InvocationOutcome, Run } from "@/lib/agent/run-scope";
import { RunUsage } from "@/lib/agent/run-usage";
import { Slots } from "@/lib/agent/slots";
import { visibleState } from "@/lib/agent/state-keys";
import { takeUp } from "@/lib/agent/take-up";
import type { Team } from "@/lib/agent/team";
import { ThreadState } from "@/lib/agent/thread-state";
import { workflowFor } from "@/lib/agent/workflow";
import { AppError, isAppError } from "@/lib/shared/app-error";

const wentOnText = "Not done: the person went on with another message instead of answering.";

/**
 * One run: a person's message, or their answers to what the thread waits for, and everything the team does about it, as
 * AG-UI events through `ports.emit`. Resolves however the run ends, and rejects for nothing.
 */
export async function runTeam(team: Team, request: RunRequest, ports: RunPorts): Promise<RunOutcome> {
  const warn = (reason: string) => ports.trace({ kind: "warning", agent: team.entry, reason });
  let refused: unknown;
  const host = await enriched(team, request, warn).catch((error: unknown) => {
    refused = error ?? new Error("the host gave no reason");
    return { team, request };
  });
  const run = beginRun(host.team, host.request, ports);
  const events = new AgentEvents(ports.emit, ports.newId);
  const { threadId, runId } = request;
  events.emit({ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION });
  events.emit({
    type: EventType.STATE_SNAPSHOT,
    snapshot: visibleState(run.state.current, run.team.stateKeys),
  });
  const answered = refused === undefined ? answer(run, events) : Promise.reject(refused);
  const ended = await answered.catch((error: unknown): InvocationOutcome => {
    run.warn({ agent: team.entry, reason: `the run could not go on: ${String(error)}` });
    return { status: "error", error: showableError(error) };
  });
  const outcome = stoppedByHost(ended, ports.signal) ?? ended;
  events.emit(endEvent(run, outcome));
  return {
    status: outcome.status === "suspended" ? "interrupt" : outcome.status,
    state: { ...run.state.current },
    usage: run.usage.total(),
    ...(outcome.status === "error" && { error: outcome.error }),
    ...(outcome.status === "success" && outcome.results && { results: outcome.results }),
  };
}

/** A run that the host stopped for a reason of its own says so; a person knows theirs. */
function stoppedByHost(
  { status }: InvocationOutcome,
  { reason }: AbortSignal,
): InvocationOutcome | undefined {
  return status === "cancelled" && isAppError(reason) ? { status: "error", error: reason } : undefined;
}

function beginRun(team: Team, request: RunRequest, ports: RunPorts): Run {
  const state = new ThreadState({ ...team.initialState, ...request.state }, team.stateKeys);
  // Whatever a run that crashed has left there: no other one is at work in this thread (R6).
  const draft = state.draft();
  draft.add(clearPending(team, state.current));
  state.commit(draft);
  return {
    team: team.servers ? { ...team, tools: [...team.tools, ...team.servers.tools()] } : team,
    request,
    ports,
    state,
    slots: new Slots(),
    usage: new RunUsage(),
    pause: noPause,
    open: [],
    suspended: [],
    warn: (warning) => ports.trace({ kind: "warning", ...warning }),
  };
}

async function answer(run: Run, events: AgentEvents): Promise<InvocationOutcome> {
  const { message, continues, threadId } = run.request;
  const entry = { toolCallId: "", depth: 0, events };
  if (continues) {
    const { id, agent } = continues;
    return invoke(run, { ...entry, id, agent, message: message?.content ?? "", takesUp: continues }, goOn);
  }
  const pause = await run.ports.transcripts.readPause(threadId);
  const takesUp = pause.invocations.find((row) => row.toolCallId === "");
  if (!message) {
    run.open.push(...unanswered(pause.requests, run.ports.now()));
    // Some answers are there, but not all: they are kept, and the rest is asked for again.
    if (run.open.length > 0) return { status: "suspended" };
    if (!takesUp) throw new AppError("conflict", "Nothing waits for an answer here.");
    run.pause = pause;
    for (const row of pause.invocations) run.slots.keep(row.transcript);
    return invoke(run, { ...entry, id: takesUp.id, agent: takesUp.agent, message: "", takesUp }, takeUp);
  }
  // The person goes on without answering: that is an answer, too, and it is shown (R6).
  if (takesUp) await abandon(run, pause, takesUp, wentOnText);
  for (const event of textMessage(message.id, "user", message.content)) events.emit(event);
  const request = { ...entry, id: run.ports.newId("i"), agent: run.team.entry, message: message.content };
  return invoke(run, request, workflowFor(run));
}

function endEvent(run: Run, outcome: InvocationOutcome): AGUIEvent {
  const usage = run.usage.perModel();
  if (outcome.status === "error") {
    return { type: EventType.RUN_ERROR, message: outcome.error.message, code: outcome.error.code, usage };
  }
  const { threadId, runId } = run.request;
  const finished =
    outcome.status === "suspended" ? suspendedOutcome(run) : ({ type: outcome.status } as const);
  return { type: EventType.RUN_FINISHED, threadId, runId, outcome: finished, usage };
}

/** What people have to answer is an interrupt; a client knows of its own calls by their ids (T8). */
function suspendedOutcome({ open }: Run): RunFinishedOutcome {
  const asked = open.filter(({ kind }) => kind !== "client");
  if (asked.length > 0) return { type: "interrupt", interrupts: asked.map(({ interrupt }) => interrupt) };
  return { type: "success", pendingToolCallIds: open.map(({ toolCallId }) => toolCallId) };
}
