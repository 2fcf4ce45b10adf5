import type { Scenario } from "@/lib/scenarios/scenario";

const board = (id: string, title: string) => ({ id, tool: "dashboard___create_dashboard", input: { title } });
const remove = (id: string, of: string) => ({
  id,
  tool: "dashboard___delete_dashboard",
  input: { dashboard_id: `\${${of}:/dashboard_id}` },
});

/** One deletion is approved, one is changed to another board first, one is rejected (H1). */
export const approvals: Scenario = {
  name: "approvals",
  description: "Three deletions are asked about at once: approved, edited, rejected.",
  turns: [
    {
      user: "Tidy up my boards.",
      answers: {
        remove_one: { status: "approved" },
        remove_two: { status: "approved", input: { dashboard_id: "${four:/dashboard_id}" } },
        remove_three: { status: "rejected", reason: "Still in use." },
      },
    },
  ],
  script: {
    analyst: [
      { calls: ["one", "two", "three", "four"].map((id) => board(id, `Board ${id}`)) },
      { calls: [remove("remove_one", "one"), remove("remove_two", "two"), remove("remove_three", "three")] },
      { when: "Still in use.", text: "Two are gone, one is still in use." },
    ],
  },
  expect: { toolCalls: 7, failedCalls: 1 },
};

/** Two delegates at once ask the person, and both are taken up where they were (H3). */
export const parallelApprovals: Scenario = {
  name: "parallel-approvals",
  description: "Two visualizers at once ask before they act; both go on when both are answered.",
  turns: [
    {
      user: "Let two colleagues do it, with care.",
      answers: { careful_1: { status: "approved" }, careful_2: { status: "approved" } },
    },
  ],
  script: {
    analyst: [
      {
        calls: ["One", "Two"].map((task) => ({
          id: `ask_${task}`,
          tool: "delegate___visualizer",
          input: { task },
        })),
      },
      { text: "Both are done." },
    ],
    visualizer: [
      { calls: [{ id: "careful_1", tool: "lab___careful", input: { value: "q1" } }] },
      { text: "One is done." },
    ],
    "visualizer#2": [
      { calls: [{ id: "careful_2", tool: "lab___careful", input: { value: "q2" } }] },
      { text: "Two is done." },
    ],
  },
  expect: { toolCalls: 4 },
};

/** The agent asks, and goes on with the answer (H2). */
export const asksTheUser: Scenario = {
  name: "asks-the-user",
  description: "A question with options is answered in a form; the answer is the call's result.",
  turns: [
    {
      user: "Make me a board.",
      answers: { question: { status: "approved", input: { answers: ["Churn"] } } },
    },
  ],
  script: {
    analyst: [
      {
        calls: [
          {
            id: "question",
            tool: "ask_user",
            input: { questions: [{ question: "About what?", options: ["Churn", "Revenue"] }] },
          },
        ],
      },
      { when: "About what? Churn", calls: [board("made", "Churn")] },
      { text: "There it is." },
    ],
  },
  expect: { toolCalls: 2 },
};
