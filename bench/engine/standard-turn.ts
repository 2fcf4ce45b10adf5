import type { Scenario, Step } from "@/lib/scenarios/scenario";

/** P1's turn: 20 pieces of text, 1.5 KB of arguments in 40 pieces, as much again, 100 pieces of text. */
export const standardTurn = "standard-turn";

/** A conversation of that many standard turns, as a scenario. */
export function standardScenario(turns: number): Scenario {
  const script = Array.from({ length: turns }, (_, turn) => turnSteps(turn)).flat();
  return { name: standardTurn, turns: [{ user: question }], script: { analyst: script } };
}

export const question = "Where does churn come from, and what did we do about it?";

/** What the browser adds to the state, so that with what the calls keep it has about 2 KB. */
export const browserState = { bench: "x".repeat(300) };

function turnSteps(turn: number): Step[] {
  return [
    // One character a piece: a step's text and its arguments are cut into equally many pieces at most.
    { text: "I'll note that down.", calls: [remember(`${turn}a`)], chunks: 40 },
    { calls: [remember(`${turn}b`)], chunks: 40 },
    { text: "It is one region after a change of price. ".repeat(20), chunks: 100 },
  ];
}

function remember(id: string) {
  const notes = Array.from(
    { length: 10 },
    (_, n) => `${id}.${n} ${"churn rose after the price did. ".repeat(4)}`,
  );
  return { id, tool: "lab___remember", input: { value: { notes } } };
}
