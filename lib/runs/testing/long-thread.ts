import type { Message } from "@ag-ui/core";
import type { Db } from "@/lib/db/client";
import { foldRun } from "@/lib/runs/fold-run";

/** What a turn of it says: a question, a call with its result, an answer. */
export function longTurn(turn: number): Message[] {
  const call = {
    id: `c_${turn}`,
    type: "function" as const,
    function: { name: "lab___echo", arguments: "{}" },
  };
  return [
    { id: `m_u${turn}`, role: "user", content: `Question number ${turn}?` },
    { id: `m_c${turn}`, role: "assistant", toolCalls: [call] },
    { id: `m_r${turn}`, role: "tool", toolCallId: call.id, content: `Result ${turn}` },
    {
      id: `m_a${turn}`,
      role: "assistant",
      content: `Answer number ${turn}: **${turn} accounts**.\n\n- one\n- ${"two ".repeat(turn % 40)}`,
    },
  ];
}

/** A thread of many turns, folded as if runs had said them: a thousand model runs would take minutes. */
export async function writeLongThread(db: Db, threadId: string, turns: number, ownerId = "local") {
  const at = new Date();
  const row = { id: threadId, ownerId, title: "A long one", state: {}, browserState: {} };
  await db.thread.create({ data: { ...row, createdAt: at, updatedAt: at } });
  const messages = Array.from({ length: turns }, (_, turn) => longTurn(turn + 1)).flat();
  const runId = `r_${threadId}`;
  await db.run.create({
    data: {
      ...{ id: runId, threadId, ownerId, status: "running", liveThread: threadId, input: {}, startedAt: at },
      // Nobody else is to close it meanwhile.
      ...{ leaseOwner: "a test", leaseUntil: new Date(at.getTime() + 60_000) },
    },
  });
  const ended = {
    threadId,
    runId,
    status: "success" as const,
    seq: messages.length,
    state: {},
  };
  await foldRun(db, { ...ended, messages }, at);
}
