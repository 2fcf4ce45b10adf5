import { verifyEvents } from "@ag-ui/client";
import { type AGUIEvent, EventType } from "@ag-ui/core";
import { from } from "rxjs";
import { expect } from "vitest";
import type { Model } from "@/lib/agent/model";
import type { RunOutcome, RunPorts, RunRequest, TraceEntry } from "@/lib/agent/run";
import { runTeam } from "@/lib/agent/run-team";
import type { Team } from "@/lib/agent/team";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { type Script, scriptedModels } from "@/lib/agent/testing/scripted-model";
import { newId } from "@/lib/shared/id";
import { isJsonObject, type Json } from "@/lib/shared/json";
import { applyPatch } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";

/** All that one run did, as a browser, a model, a store and the inspector saw it. */
export type Observed = {
  outcome: RunOutcome;
  events: AGUIEvent[];
  /** With those of the runs it takes up. */
  thread: AGUIEvent[];
  /** What a browser holds after each event that changed it. */
  states: Json[];
  /** The newest of them. */
  state: Json;
  prompts: Extract<TraceEntry, { kind: "model-call" }>[];
  warnings: Extract<TraceEntry, { kind: "warning" }>[];
  transcripts: MemoryTranscripts;
};

export type Observation = {
  script?: Script;
  model?: Partial<Model>;
  request?: Partial<RunRequest>;
  transcripts?: MemoryTranscripts;
  /** The run that was paused: this one takes it up, without a message. */
  takesUp?: Observed;
  /** The run before this one in the thread, when it was paused and this one goes on with a message. */
  earlier?: Observed;
  signal?: AbortSignal;
  /** Told of every event as it leaves. */
  onEvent?: (event: AGUIEvent) => void;
  ports?: Partial<RunPorts>;
};

/** Runs a team with a scripted model. The stock client's verifier must never complain, nor a call lack its one result. */
export async function observe(team: Team, observation: Observation = {}): Promise<Observed> {
  const events: AGUIEvent[] = [];
  const trace: TraceEntry[] = [];
  const { takesUp } = observation;
  const transcripts = observation.transcripts ?? takesUp?.transcripts ?? new MemoryTranscripts();
  const { message, ...others }: RunRequest = {
    threadId: "t_1",
    runId: newId("r"),
    ownerId: "local",
    message: { id: newId("m"), content: "Hello" },
    context: [],
    forwardedProps: {},
    state: {},
    ...observation.request,
  };
  const request = takesUp || !message ? others : { ...others, message };
  const outcome = await runTeam(team, request, {
    chooseModel: scriptedModels(observation.script ?? {}, observation.model),
    transcripts,
    emit: (event) => {
      events.push(structuredClone(event));
      observation.onEvent?.(event);
    },
    stored: async () => undefined,
    trace: (entry) => trace.push(structuredClone(entry)),
    now: () => new Date(),
    newId,
    signal: observation.signal ?? new AbortController().signal,
    ...observation.ports,
  });
  await verify(events);
  const thread = [...((takesUp ?? observation.earlier)?.thread ?? []), ...events];
  const open = new Set(outcome.status === "interrupt" ? openCalls(transcripts) : []);
  expectOneResultPerCall(thread, open);
  for (const name of transcripts.names(request.threadId))
    expectOneStoredResultPerCall(transcripts, name, open);
  const states = foldStates(events);
  return {
    outcome,
    events,
    thread,
    states,
    state: states.at(-1) ?? null,
    prompts: trace.filter((entry) => entry.kind === "model-call"),
    warnings: trace.filter((entry) => entry.kind === "warning"),
    transcripts,
  };
}

async function verify(events: AGUIEvent[]): Promise<void> {
  const seen: unknown[] = [];
  await new Promise<void>((complete, error) => {
    // The client brings an rxjs of its own; the two differ in their types only.
    const source = from(events) as unknown as Parameters<ReturnType<typeof verifyEvents>>[0];
    verifyEvents(false)(source).subscribe({ next: (event) => void seen.push(event), error, complete });
  });
  expect(seen).toHaveLength(events.length);
  expect(events.at(0)?.type).toBe(EventType.RUN_STARTED);
  expect([EventType.RUN_FINISHED, EventType.RUN_ERROR]).toContain(events.at(-1)?.type);
}

/** The calls that wait: for an answer, or for a delegate that does. */
function openCalls(transcripts: MemoryTranscripts): string[] {
  const suspended = [...transcripts.invocations.values()].filter((row) => row.status === "suspended");
  const ids = new Set(suspended.map((row) => row.id));
  // One that was taken up and is suspended again has older requests, whose calls have ended.
  const ended = new Set(transcripts.names("t_1").flatMap((name) => resultsIn(transcripts, name)));
  const asked = [...transcripts.requests.values()].filter(
    ({ invocationId, toolCallId }) => ids.has(invocationId) && !ended.has(toolCallId),
  );
  return [...asked, ...suspended].map((each) => each.toolCallId);
}

function resultsIn(transcripts: MemoryTranscripts, name: string): string[] {
  return transcripts
    .rows("t_1", name)
    .flatMap(({ message }) => (message.role === "tool" ? message.content : []))
    .flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
}

function expectOneResultPerCall(events: AGUIEvent[], open: ReadonlySet<string>): void {
  const started = events.flatMap((event) =>
    event.type === EventType.TOOL_CALL_START ? [event.toolCallId] : [],
  );
  const ended = events.flatMap((event) =>
    event.type === EventType.TOOL_CALL_RESULT ? [event.toolCallId] : [],
  );
  expect(new Set(started).size).toBe(started.length);
  expect(ended.toSorted()).toEqual(started.filter((id) => !open.has(id)).toSorted());
}

function expectOneStoredResultPerCall(
  transcripts: MemoryTranscripts,
  name: string,
  waiting: ReadonlySet<string>,
): void {
  const open = new Set<string>();
  for (const { message } of transcripts.rows("t_1", name)) {
    if (typeof message.content === "string") continue;
    if (message.role !== "tool")
      expect([...open], "calls before the next message have their results").toEqual([]);
    for (const part of message.content) {
      if (part.type === "tool-call") open.add(part.toolCallId);
      if (part.type === "tool-result") expect(open.delete(part.toolCallId)).toBe(true);
    }
  }
  expect([...open].filter((id) => !waiting.has(id))).toEqual([]);
}

function foldStates(events: AGUIEvent[]): Json[] {
  const states: Json[] = [];
  for (const event of events) {
    if (event.type === EventType.STATE_SNAPSHOT) states.push(event.snapshot as Json);
    if (event.type !== EventType.STATE_DELTA) continue;
    const before = states.at(-1);
    if (!isJsonObject(before)) throw new Error("a delta came before the snapshot");
    states.push(applyPatch(before, event.delta as Operation[]));
  }
  return states;
}

/** The events of a kind, for assertions. */
export function ofType<T extends AGUIEvent["type"]>(
  events: readonly AGUIEvent[],
  type: T,
): Extract<AGUIEvent, { type: T }>[] {
  return events.filter((event): event is Extract<AGUIEvent, { type: T }> => event.type === type);
}
