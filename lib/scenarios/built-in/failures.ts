import { churnSteps, churnTurn } from "@/lib/scenarios/built-in/churn-dashboard";
import { extendSteps, extendTurn } from "@/lib/scenarios/built-in/workspace-extend";
import type { Scenario } from "@/lib/scenarios/scenario";

/** A tool says that it failed, the agent tries another: only what succeeded is left (E4). */
export const failingTool: Scenario = {
  name: "failing-tool",
  description: "A tool fails and leaves nothing; the agent goes another way.",
  turns: [{ user: "Remember that we sell coffee." }],
  script: {
    analyst: [
      { calls: [{ id: "first_try", tool: "lab___fail", input: { message: "The notebook is locked." } }] },
      {
        when: "The notebook is locked.",
        calls: [{ id: "second_try", tool: "lab___remember", input: { value: { sells: "coffee" } } }],
      },
      { text: "I noted it, at the second try." },
    ],
  },
  expect: {
    toolCalls: 2,
    failedCalls: 1,
    state: { "/kaboo_workspace/project": { sells: "coffee" }, "/kaboo_workspace/pending": [] },
  },
};

/** A tool that throws is a failed call, not the end of the run. */
export const throwingTool: Scenario = {
  name: "throwing-tool",
  description: "A tool throws; the call has failed, and the run goes on.",
  turns: [{ user: "Echo me." }],
  script: {
    analyst: [
      { calls: [{ id: "echo", tool: "lab___echo", input: { value: "me" } }] },
      { text: "It broke, so there is no echo." },
    ],
  },
  breaks: { tools: ["lab___echo"] },
  expect: { toolCalls: 1, failedCalls: 1 },
};

/** What one view can't tell is missing, nothing more (V4). */
export const throwingView: Scenario = {
  name: "throwing-view",
  description: "The view of dashboards throws; the others are there, and the turn succeeds.",
  turns: [churnTurn, extendTurn],
  script: {
    analyst: [{ when: 'table "accounts"', ...churnSteps[0] }, ...churnSteps.slice(1), ...extendSteps],
  },
  breaks: { views: ["dashboards"] },
  expect: { toolCalls: 5, failedCalls: 0, warnings: ["The scenario breaks dashboards."] },
};

/** A view that never answers holds nobody up (V4). */
export const slowView: Scenario = {
  name: "slow-view",
  description: "The view of queries never answers; it is left out after its time limit.",
  turns: [churnTurn],
  script: { analyst: churnSteps },
  breaks: { slowViews: ["queries"] },
  expect: { toolCalls: 3, failedCalls: 0, warnings: ["20 ms"] },
};

/** Arguments that are no JSON fail their call alone; the model hears why and says them again. */
export const malformedArguments: Scenario = {
  name: "malformed-arguments",
  description: "A call's arguments arrive cut short; it fails alone, and the model says it again.",
  turns: [{ user: "Remember two things." }],
  script: {
    analyst: [
      {
        calls: [
          { id: "cut", tool: "lab___remember", input: { value: { a: 1 } }, failsToParse: true },
          { id: "whole", tool: "lab___echo", input: { value: "still here" } },
        ],
      },
      { calls: [{ id: "again", tool: "lab___remember", input: { value: { a: 1 } } }] },
      { text: "Both are remembered." },
    ],
  },
  expect: { toolCalls: 3, failedCalls: 1, state: { "/kaboo_workspace/project": { a: 1 } } },
};

/** The provider cuts the stream: the turn ends as an error that says so, and the next one goes on. */
export const cutStream: Scenario = {
  name: "cut-stream",
  description: "The model's stream breaks off after a call succeeded; what it did stays.",
  turns: [{ user: "Remember a thing, then talk." }],
  script: {
    analyst: [
      { calls: [{ id: "kept", tool: "lab___remember", input: { value: { kept: true } } }] },
      { text: "This sentence never", error: "aborted-stream" },
    ],
  },
  expect: { toolCalls: 1, ends: "error", state: { "/kaboo_workspace/project": { kept: true } } },
};

/** Stop does not undo (E9), and leaves nothing open. */
export const stoppedRun: Scenario = {
  name: "stopped-run",
  description: "The person stops the run; what succeeded before stays, nothing is left pending.",
  turns: [{ user: "Remember a thing, then talk for long.", stop: "before_stop" }],
  script: {
    analyst: [
      { calls: [{ id: "before_stop", tool: "lab___remember", input: { value: { kept: true } } }] },
      { text: "A very long story begins here and never ends.", delayMs: 60_000 },
    ],
  },
  expect: {
    toolCalls: 1,
    ends: "cancelled",
    state: { "/kaboo_workspace/project": { kept: true }, "/kaboo_workspace/pending": [] },
  },
};
