import type { TranscriptRow } from "@/lib/agent/run";
import type { Db } from "@/lib/db/client";
import type { Json, JsonObject } from "@/lib/shared/json";

/** The run whose process is gone. */
export const deadRun = { threadId: "t_1", runId: "r_1", invocationId: "i_1" };

/**
 * Leaves what a process leaves that is killed while a call of its runs: a run that nobody holds, the call begun and never
 * ended, and in the transcript the model's wish with what came `after` it.
 */
export async function dieInCall(
  db: Db,
  call: { toolCallId: string; toolName: string; input: Json },
  { state, agent, after = [] }: { state: JsonObject; agent: string; after?: TranscriptRow["message"][] },
): Promise<void> {
  const at = new Date();
  const { threadId, runId, invocationId } = deadRun;
  await db.thread.create({
    data: { id: threadId, ownerId: "local", state, browserState: {}, createdAt: at, updatedAt: at },
  });
  await db.run.create({
    data: {
      id: runId,
      threadId,
      ownerId: "local",
      status: "running",
      liveThread: threadId,
      startedAt: at,
      input: { message: { id: "m_1", content: "Do it." } },
      leaseOwner: "another machine/1/x",
      leaseUntil: new Date(at.getTime() - 1),
    },
  });
  const { toolCallId, toolName } = call;
  const events = [
    { type: "RUN_STARTED", threadId, runId },
    { type: "STATE_SNAPSHOT", snapshot: state },
    { type: "TOOL_CALL_START", toolCallId, toolCallName: toolName },
    { type: "TOOL_CALL_END", toolCallId },
  ];
  await db.runEvent.createMany({
    data: events.map((payload, index) => ({
      ...{ threadId, runId, seq: index + 1 },
      type: payload.type,
      payload,
    })),
  });
  const transcript = agent;
  await db.invocation.create({
    data: {
      ...{ id: invocationId, threadId, runId, agent, transcript, status: "running" },
      ...{ base: {}, marks: {}, startedAt: at },
    },
  });
  const messages = [
    { role: "user", content: "Do it." },
    { role: "assistant", content: [{ type: "tool-call", ...call }] },
    ...after,
  ];
  await db.transcriptMessage.createMany({
    data: messages.map((message, position) => ({
      ...{ threadId, transcript, position, invocationId },
      message: JSON.parse(JSON.stringify(message)),
    })),
  });
}
