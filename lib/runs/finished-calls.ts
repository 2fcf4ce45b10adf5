import type { FinishedCall } from "@/lib/agent/recover-call";
import type { TranscriptRow } from "@/lib/agent/run";
import type { ToolResult } from "@/lib/agent/tool";
import { toolResultMessage } from "@/lib/agent/transcript";
import { ownedBy } from "@/lib/db/owned";
import type { RunParts } from "@/lib/runs/run-parts";
import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";
import { openTranscripts } from "@/lib/threads/transcripts";

type ModelMessage = TranscriptRow["message"];
type Parts = Pick<RunParts, "db" | "team" | "now">;
type DeadRun = { id: string; threadId: string; ownerId: string };

/**
 * Which of a dead run's open calls had in truth succeeded (E9): those whose result is in the transcript, and those whose
 * service had recorded a Change under the call's id. The latter are called once more: the same call twice writes once,
 * and answers what it did.
 */
export async function finishedCalls(
  parts: Parts,
  run: DeadRun,
  isOpen: (toolCallId: string) => boolean,
  state: JsonObject,
): Promise<FinishedCall[]> {
  const { db } = parts;
  const invocations = await db.invocation.findMany({ where: { runId: run.id } });
  const finished: FinishedCall[] = [];
  for (const invocation of invocations) {
    const { id: invocationId, agent, transcript } = invocation;
    const rows = await db.transcriptMessage.findMany({
      where: { threadId: run.threadId, transcript, invocationId },
      orderBy: { position: "asc" },
    });
    const messages = rows.map(({ message }) => message as unknown as ModelMessage);
    const results = new Map(messages.flatMap(resultsIn));
    for (const { toolCallId, tool, input } of messages.flatMap(callsIn)) {
      if (!isOpen(toolCallId)) continue;
      const told = results.get(toolCallId);
      if (told?.isError) continue;
      const call = { toolCallId, tool, input, agent, threadId: run.threadId, runId: run.id };
      const made =
        told?.structured === undefined
          ? await callAgain(parts, run, { ...call, invocationId, marks: invocation.marks }, state)
          : undefined;
      const result = made ?? told;
      if (!result || result.isError) continue;
      if (!told) {
        const message = toolResultMessage({ id: toolCallId, tool }, result.text, false, result.structured);
        await openTranscripts(parts).append(run.threadId, transcript, [{ invocationId, message }]);
      }
      finished.push({ ...call, result });
    }
  }
  return finished;
}

const callMs = 10_000;

async function callAgain(
  { db, team }: Parts,
  run: DeadRun,
  call: Omit<FinishedCall, "result"> & { invocationId: string; marks: unknown },
  state: JsonObject,
): Promise<ToolResult | undefined> {
  const { toolCallId, tool: name, agent, threadId, runId, invocationId, marks } = call;
  const change = await db.change.findFirst({
    where: { ...ownedBy(run.ownerId), runId, callId: toolCallId },
    select: { id: true },
  });
  const tool = change && team.tools.find((each) => each.name === name);
  const checked = tool?.check(call.input);
  if (!tool || !checked?.ok) return undefined;
  const from = { toolCallId, agent, ownerId: run.ownerId, threadId, runId, invocationId, state };
  const signal = AbortSignal.timeout(callMs);
  // What can't be told any more counts as interrupted.
  return tool
    .run(checked.input, { ...from, marks: isJsonObject(marks) ? marks : {}, signal })
    .catch(() => undefined);
}

function callsIn(message: ModelMessage): { toolCallId: string; tool: string; input: Json }[] {
  if (message.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.flatMap((part) =>
    part.type === "tool-call"
      ? [{ toolCallId: part.toolCallId, tool: part.toolName, input: part.input as Json }]
      : [],
  );
}

function resultsIn(message: ModelMessage): [string, ToolResult][] {
  if (message.role !== "tool") return [];
  return message.content.flatMap((part): [string, ToolResult][] => {
    if (part.type !== "tool-result") return [];
    const { output } = part;
    const text = output.type === "text" || output.type === "error-text" ? output.value : "";
    const structured = part.providerOptions?.kaboo?.structured;
    const isError = output.type !== "text";
    return [
      [
        part.toolCallId,
        { text, isError, ...(structured !== undefined && { structured: structured as Json }) },
      ],
    ];
  });
}
