import { EventType } from "@ag-ui/core";
import { expect, test } from "vitest";
import { emptyWorkspace, workspaceKey } from "@/lib/workspace/keys";
import { reduceAll } from "./reduce";
import { isRunning, liveCallsMatching, presenceOf, statusOf, workspaceIn } from "./selectors";
import { emptySession, type SessionState } from "./session-state";
import { recordedRun } from "./testing/recorded-run";

const events = recordedRun();
const presence = (state: SessionState) => presenceOf(isRunning(state), state.subagents, state.calls);
const until = (type: string, nth = 1) => {
  const index =
    events.map((event) => event.type as string).flatMap((t, i) => (t === type ? [i] : []))[nth - 1] ?? 0;
  return reduceAll(emptySession, events.slice(0, index + 1));
};

test("[C2] presence names each agent at work and the tool it is on", () => {
  expect(presence(emptySession)).toEqual([]);
  expect(presence(until(EventType.TOOL_CALL_START))).toMatchObject([
    { agent: "analyst", tool: "sql-workbench___create_queries", subagentRunId: null },
  ]);
  expect(presence(until(EventType.TOOL_CALL_START, 4))).toMatchObject([
    { agent: "analyst", tool: "delegate___visualizer" },
    { agent: "visualizer", tool: "dashboard___plot_widgets", subagentRunId: "i_r_1" },
  ]);
  expect(presence(reduceAll(emptySession, events))).toEqual([]);
});

test("[C3] live calls match a glob, know their agent, and have their arguments parsed as far as written", () => {
  const plots = liveCallsMatching("dashboard___*");
  const writing = reduceAll(until(EventType.TOOL_CALL_START, 4), events.slice(0, 0));
  expect(plots(writing.calls, writing.subagents)).toMatchObject([{ agent: "visualizer", status: "writing" }]);
  const running = until(EventType.TOOL_CALL_END, 4);
  const [call] = plots(running.calls, running.subagents);
  expect(call).toMatchObject({
    status: "running",
    args: { dashboard_id: "d_abcdef", widgets: [{ kind: "bar" }, {}] },
  });
  expect(plots(running.calls, running.subagents)[0]?.args).toBe(call?.args);
});

test("[K1] the workspace is the stream's own object when it is one, and empty when it isn't", () => {
  const state = reduceAll(emptySession, events);
  expect(workspaceIn(state)).toBe(state.state[workspaceKey]);
  expect(workspaceIn(emptySession)).toBe(emptyWorkspace);
  expect(workspaceIn({ ...emptySession, state: { [workspaceKey]: { focus: 7 } } })).toBe(emptyWorkspace);
});

test("[U5] the page tells connecting, idle, running and offline apart", () => {
  const snapshot = (state: SessionState, stream: "open" | "offline" = "open") => ({
    state,
    stream,
    earlier: "idle" as const,
    healings: [],
    failure: null,
  });
  const loaded = { ...emptySession, loaded: true };
  expect(statusOf(snapshot(emptySession))).toBe("connecting");
  expect(statusOf(snapshot(loaded))).toBe("idle");
  expect(statusOf(snapshot(loaded, "offline"))).toBe("offline");
  expect(statusOf(snapshot({ ...loaded, run: { id: "r_1", status: "running" } }))).toBe("running");
});
