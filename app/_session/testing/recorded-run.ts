import { type Event, EventType } from "@ag-ui/core";
import type { Json } from "@/lib/shared/json";
import { emptyWorkspace } from "@/lib/workspace/keys";

type Unnumbered = Event extends infer E
  ? E extends Event
    ? Omit<E, "metadata"> & { metadata?: object }
    : never
  : never;

const text = (
  messageId: string,
  role: "user" | "assistant",
  pieces: string[],
  subagentRunId?: string,
): Unnumbered[] => {
  const by = subagentRunId === undefined ? {} : { subagentRunId };
  return [
    { type: EventType.TEXT_MESSAGE_START, messageId, role, ...by },
    ...pieces.map((delta) => ({ type: EventType.TEXT_MESSAGE_CONTENT as const, messageId, delta, ...by })),
    { type: EventType.TEXT_MESSAGE_END, messageId, ...by },
  ];
};

const call = (id: string, name: string, args: Json, subagentRunId?: string): Unnumbered[] => {
  const by = subagentRunId === undefined ? {} : { subagentRunId };
  const pieces = JSON.stringify(args).match(/.{1,7}/gs) ?? [];
  return [
    { type: EventType.TOOL_CALL_START, toolCallId: id, toolCallName: name, ...by },
    ...pieces.map((delta) => ({ type: EventType.TOOL_CALL_ARGS as const, toolCallId: id, delta, ...by })),
    { type: EventType.TOOL_CALL_END, toolCallId: id, ...by },
  ];
};

const result = (
  id: string,
  content: string,
  more: { metadata?: object; subagentRunId?: string } = {},
): Unnumbered => ({
  type: EventType.TOOL_CALL_RESULT,
  messageId: `m_${id}`,
  toolCallId: id,
  content,
  role: "tool",
  ...more,
});

const widgets = [
  { title: "Churn by region", kind: "bar", query_id: "q_abcdef" },
  { title: "Rows", kind: "table", query_id: "q_abcdef" },
];

/** One run as the log keeps it: words, two calls, one failing, a delegate with a call of its own, and what they left in the state. */
export function recordedRun(runId = "r_1", firstSeq = 1): Event[] {
  const threadId = "t_1";
  const named = (id: string) => `${id}_${runId}`;
  const delegate = named("i");
  const events: Unnumbered[] = [
    { type: EventType.RUN_STARTED, threadId, runId },
    {
      type: EventType.STATE_SNAPSHOT,
      snapshot: { kaboo_workspace: emptyWorkspace, kaboo_references: ["echo"] },
    },
    ...text(named("m_user"), "user", ["Build a board about churn."]),
    ...text(named("m_a"), "assistant", ["Let me ", "see what ", "there is."]),
    ...call(named("c_1"), "sql-workbench___create_queries", {
      queries: [{ title: "Churn by region", sql: "SELECT 1" }],
    }),
    ...call(named("c_2"), "sql-workbench___run_sql", { sql: "SELECT oops" }),
    result(named("c_2"), "No such column: oops", { metadata: { isError: true } }),
    result(named("c_1"), "Saved q_abcdef “Churn by region”."),
    {
      type: EventType.STATE_DELTA,
      delta: [
        {
          op: "add",
          path: "/kaboo_workspace/queries/q_abcdef",
          value: { title: "Churn by region", columns: ["region", "churn"], source: "s_1" },
        },
      ],
    },
    ...call(named("c_3"), "delegate___visualizer", { task: "Plot churn by region on d_abcdef" }),
    {
      type: EventType.SUBAGENT_STARTED,
      subagentRunId: delegate,
      name: "visualizer",
      parentToolCallId: named("c_3"),
    },
    ...text(named("m_b"), "assistant", ["Plotting."], delegate),
    ...call(named("c_4"), "dashboard___plot_widgets", { dashboard_id: "d_abcdef", widgets }, delegate),
    result(named("c_4"), "Made w_1, w_2 on d_abcdef.", { subagentRunId: delegate }),
    {
      type: EventType.STATE_DELTA,
      subagentRunId: delegate,
      delta: [
        {
          op: "add",
          path: "/kaboo_workspace/dashboards/d_abcdef",
          value: { title: "Churn", version: 2, widgets: ["w_1", "w_2"] },
        },
      ],
    },
    { type: EventType.SUBAGENT_FINISHED, subagentRunId: delegate },
    result(named("c_3"), "Two widgets are on the board."),
    ...text(named("m_c"), "assistant", ["Done: ", "two widgets ", "show churn."]),
    { type: EventType.RUN_FINISHED, threadId, runId, outcome: { type: "success" } },
  ];
  return events.map(
    (event, index) => ({ ...event, metadata: { ...event.metadata, seq: firstSeq + index } }) as Event,
  );
}
