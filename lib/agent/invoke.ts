import type { UserModelMessage } from "ai";
import { toolSetOf, toolsMatching } from "@/lib/agent/agent-tools";
import { clientTools } from "@/lib/agent/client-tools";
import { converse } from "@/lib/agent/converse";
import { delegateTool } from "@/lib/agent/delegate";
import { errorText, showableError } from "@/lib/agent/error-text";
import type { InvocationRow } from "@/lib/agent/run";
import { cancelledText } from "@/lib/agent/run-call";
import type { Invocation, InvocationOutcome, InvocationRequest, Run, Work } from "@/lib/agent/run-scope";
import { takeUp } from "@/lib/agent/take-up";
import type { Agent } from "@/lib/agent/team";
import { Transcript } from "@/lib/agent/transcript";

/** One agent answers one message, in a slot that is its own meanwhile (V8, T3). Never rejects; closes what it opens. */
export async function invoke(
  run: Run,
  request: InvocationRequest,
  work: Work = converse,
): Promise<InvocationOutcome> {
  const { takesUp } = request;
  const slot = takesUp ? run.slots.takeAgain(takesUp.transcript) : run.slots.take(request.agent);
  const outcome = await answer(run, request, slot, work).catch((error: unknown): InvocationOutcome => {
    if (run.ports.signal.aborted) return { status: "cancelled" };
    run.warn({ agent: request.agent, reason: `it broke off: ${errorText(error)}` });
    return { status: "error", error: showableError(error) };
  });
  const suspended = outcome.status === "suspended";
  if (!suspended)
    request.events.close(outcome.status === "error" ? "Not run: the answer broke off." : cancelledText);
  const used = run.usage.of(request.id);
  await run.ports.transcripts.endInvocation(request.id, outcome.status, used).catch((error: unknown) => {
    run.warn({ agent: request.agent, reason: `its end was not stored: ${errorText(error)}` });
  });
  if (!suspended) run.slots.release(slot);
  return outcome;
}

async function answer(
  run: Run,
  request: InvocationRequest,
  slot: string,
  work: Work,
): Promise<InvocationOutcome> {
  const { transcripts } = run.ports;
  if (request.takesUp) {
    const row: InvocationRow = { ...request.takesUp, runId: run.request.runId };
    const transcript = await Transcript.open(transcripts, row.threadId, slot);
    await transcripts.takeUpInvocation(row);
    // It may have broken off before its message was stored.
    if (transcript.messageOf(row.id) === -1) await hear(row.id, transcript, request.message);
    return suspendable(invocationOf(run, request, row, transcript), work);
  }
  const row: InvocationRow = {
    id: request.id,
    threadId: run.request.threadId,
    runId: run.request.runId,
    agent: request.agent,
    transcript: slot,
    toolCallId: request.toolCallId,
    base: {},
    marks: {},
    kept: [],
  };
  const [transcript] = await Promise.all([
    Transcript.open(transcripts, row.threadId, slot),
    transcripts.startInvocation(row),
  ]);
  await hear(row.id, transcript, request.message);
  return suspendable(invocationOf(run, request, row, transcript), work);
}

async function suspendable(invocation: Invocation, work: Work): Promise<InvocationOutcome> {
  const outcome = await work(invocation);
  if (outcome.status === "suspended") invocation.run.suspended.push(invocation.row);
  return outcome;
}

async function hear(invocationId: string, transcript: Transcript, content: string): Promise<void> {
  const message: UserModelMessage = { role: "user", content };
  await transcript.append(invocationId, ...transcript.missingResults(), message);
}

function invocationOf(
  run: Run,
  { agent, events, depth }: InvocationRequest,
  row: InvocationRow,
  transcript: Transcript,
): Invocation {
  const definition = agentNamed(run, agent);
  const tools = [
    ...toolsMatching(run.team.tools, definition.tools),
    ...(depth === 0 ? clientTools(run) : []),
    ...(definition.delegates ?? []).map((name) => delegateTool({ run, events, depth, invoke, takeUp }, name)),
  ];
  return {
    run,
    definition,
    row,
    depth,
    events,
    transcript,
    messageIndex: transcript.messageOf(row.id),
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    toolSet: toolSetOf(tools),
  };
}

function agentNamed(run: Run, name: string): Agent {
  const agent = Object.hasOwn(run.team.agents, name) ? run.team.agents[name] : undefined;
  if (!agent) throw new Error(`the team has no agent "${name}"`);
  return agent;
}
