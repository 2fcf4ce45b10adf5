import type { Message } from "@ag-ui/client";

/** What one case is about: a conversation before it, and a run as the texts of its events. */
export type Stream = { before: Message[]; texts: string[] };

const run = { threadId: "t_bench", runId: "r_bench" };

function stream(before: Message[], events: object[]): Stream {
  const all = [
    { type: "RUN_STARTED", ...run },
    ...events,
    { type: "RUN_FINISHED", ...run, outcome: { type: "success" } },
  ];
  return { before, texts: all.map((event, seq) => JSON.stringify({ ...event, metadata: { seq: seq + 1 } })) };
}

export function argumentDeltas(count: number): Stream {
  const id = "c_bench";
  const pieces = Array.from({ length: count }, (_, n) => `"note ${n} of this call",`);
  return stream(
    [],
    [
      { type: "TOOL_CALL_START", toolCallId: id, toolCallName: "lab___remember" },
      { type: "TOOL_CALL_ARGS", toolCallId: id, delta: '{"value":[' },
      ...pieces.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId: id, delta })),
      { type: "TOOL_CALL_ARGS", toolCallId: id, delta: "0]}" },
      { type: "TOOL_CALL_END", toolCallId: id },
      {
        type: "TOOL_CALL_RESULT",
        toolCallId: id,
        messageId: "m_result",
        content: "Remembered.",
        role: "tool",
      },
    ],
  );
}

/** After 2,000 messages. */
export function textDeltas(count: number): Stream {
  const before = Array.from({ length: 2_000 }, (_, n): Message => {
    return {
      id: `m_${n}`,
      role: n % 2 ? "assistant" : "user",
      content: `Message ${n} of a long conversation.`,
    };
  });
  const messageId = "m_bench";
  return stream(before, [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    ...Array.from({ length: count }, (_, n) => ({
      type: "TEXT_MESSAGE_CONTENT",
      messageId,
      delta: `word ${n} `,
    })),
    { type: "TEXT_MESSAGE_END", messageId },
  ]);
}

/** On a state of 32 KiB. */
export function stateDeltas(count: number): Stream {
  const queries = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [
      `q_${n}`,
      { title: "x".repeat(110), columns: ["region", "churn"] },
    ]),
  );
  const snapshot = { kaboo_workspace: { queries, focus: { seq: 0 } } };
  return stream(
    [],
    [
      { type: "STATE_SNAPSHOT", snapshot },
      ...Array.from({ length: count }, (_, n) => ({
        type: "STATE_DELTA",
        delta: [
          { op: "replace", path: "/kaboo_workspace/focus/seq", value: n },
          { op: "replace", path: `/kaboo_workspace/queries/q_${n % 200}/title`, value: `Query ${n}` },
        ],
      })),
    ],
  );
}
