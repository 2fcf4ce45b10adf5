import type { Scenario, Step } from "@/lib/scenarios/scenario";

const turnCount = 24;
const filler = "The quarter went well, and here is why. ".repeat(12);

const turns = Array.from({ length: turnCount }, (_, index) => ({ user: `Message ${index + 1}. ${filler}` }));
const steps = (index: number): Step[] => [
  { calls: [{ id: `echo_${index}`, tool: "lab___echo", input: { value: `${index}: ${filler}` } }] },
  { text: `Answer ${index}.` },
];

/** A conversation of many turns: each call has its result, however long it gets (T7). */
export const longThread: Scenario = {
  name: "long-thread",
  description: `A conversation of ${turnCount} turns, with a call in each.`,
  turns,
  script: { analyst: turns.flatMap((_, index) => steps(index + 1)) },
  expect: { toolCalls: turnCount, failedCalls: 0 },
};
