import { type AGUIEvent, EventType } from "@ag-ui/core";
import { fc } from "@/lib/shared/testing/properties";

/** What one actor of a run does; several are woven into one stream of events that a verifier accepts. */
type Act =
  | { kind: "text"; pieces: string[]; calls: { pieces: string[]; answered: boolean }[] }
  | { kind: "call"; pieces: string[] }
  | { kind: "reasoning"; pieces: string[] };

const pieces = fc.array(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant("text" as const),
    pieces,
    calls: fc.array(fc.record({ pieces, answered: fc.boolean() }), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant("call" as const), pieces }),
  fc.record({ kind: fc.constant("reasoning" as const), pieces }),
);

const subagents = [undefined, "sub_1", "sub_2"] as const;

/** A run with text, reasoning, parallel calls, two delegates at work at once, and state changes. */
export const randomRun: fc.Arbitrary<AGUIEvent[]> = fc
  .record({
    acts: fc.array(fc.array(act, { maxLength: 4 }), { minLength: 3, maxLength: 3 }),
    weave: fc.infiniteStream(fc.nat(2)),
  })
  .map(({ acts, weave }) => {
    const queues = acts.map((all, index) =>
      all.flatMap((each, at) => play(each, `${index}_${at}`, subagents[index])),
    );
    const woven: AGUIEvent[] = [];
    for (const choice of weave) {
      const queue = [choice, choice + 1, choice + 2].map((at) => queues[at % 3]).find((each) => each?.length);
      const next = queue?.shift();
      if (!next) break;
      woven.push(next);
      if (woven.length % 4 === 0) woven.push(count(woven.length));
    }
    return [
      { type: EventType.RUN_STARTED, threadId: "t_1", runId: "r_1" },
      { type: EventType.STATE_SNAPSHOT, snapshot: { count: 0, seen: [] } },
      { type: EventType.SUBAGENT_STARTED, subagentRunId: "sub_1", name: "one" },
      { type: EventType.SUBAGENT_STARTED, subagentRunId: "sub_2", name: "two" },
      ...woven,
      { type: EventType.SUBAGENT_FINISHED, subagentRunId: "sub_2" },
      { type: EventType.SUBAGENT_FINISHED, subagentRunId: "sub_1" },
      { type: EventType.RUN_FINISHED, threadId: "t_1", runId: "r_1" },
    ];
  });

function count(value: number): AGUIEvent {
  return {
    type: EventType.STATE_DELTA,
    delta: [
      { op: "replace", path: "/count", value },
      { op: "add", path: "/seen/-", value },
    ],
  };
}

function play(each: Act, id: string, subagentRunId: string | undefined): AGUIEvent[] {
  const by = subagentRunId === undefined ? {} : { subagentRunId };
  if (each.kind === "call") return call(`c_${id}`, each.pieces, undefined, by, true);
  if (each.kind === "reasoning")
    return [
      { type: EventType.REASONING_START, messageId: `m_${id}`, ...by },
      { type: EventType.REASONING_MESSAGE_START, messageId: `m_${id}`, role: "reasoning", ...by },
      ...each.pieces.map(
        (delta): AGUIEvent => ({
          type: EventType.REASONING_MESSAGE_CONTENT,
          messageId: `m_${id}`,
          delta,
          ...by,
        }),
      ),
      { type: EventType.REASONING_MESSAGE_END, messageId: `m_${id}`, ...by },
      { type: EventType.REASONING_END, messageId: `m_${id}`, ...by },
    ];
  return [
    { type: EventType.TEXT_MESSAGE_START, messageId: `m_${id}`, role: "assistant", ...by },
    ...each.pieces.map(
      (delta): AGUIEvent => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: `m_${id}`, delta, ...by }),
    ),
    { type: EventType.TEXT_MESSAGE_END, messageId: `m_${id}`, ...by },
    ...each.calls.flatMap(({ pieces: args, answered }, index) =>
      call(`c_${id}_${index}`, args, `m_${id}`, by, answered),
    ),
  ];
}

function call(
  toolCallId: string,
  args: string[],
  parentMessageId: string | undefined,
  by: { subagentRunId?: string },
  answered: boolean,
): AGUIEvent[] {
  const parent = parentMessageId === undefined ? {} : { parentMessageId };
  return [
    { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: "lab___echo", ...parent, ...by },
    ...args.map((delta): AGUIEvent => ({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta, ...by })),
    { type: EventType.TOOL_CALL_END, toolCallId, ...by },
    ...(answered
      ? [
          {
            type: EventType.TOOL_CALL_RESULT as const,
            messageId: `m_of_${toolCallId}`,
            toolCallId,
            content: "echo",
            role: "tool" as const,
            ...by,
          },
        ]
      : []),
  ];
}
