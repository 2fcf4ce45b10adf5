import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scenario, Step } from "@/lib/scenarios/scenario";

/** What the last step says when all of it has been played. */
export const lastWords = "All of it is done.";
/** What it says afterwards. A step that broke off before its first word counts as played. */
export const afterwards = "Anything else?";

const plot = (id: string, dashboard: string, title: string) => ({
  id,
  tool: "dashboard___plot_widgets",
  input: { dashboard_id: dashboard, widgets: [{ title, kind: "text", text: `Of ${title}.` }] },
});

type Pace = { chunks: number; delayMs: number };

const drawing = (pace: Pace, dashboard: string, name: string): Step[] => [
  {
    ...pace,
    text: `I draw ${name} and look at it twice.`,
    calls: [
      plot(`first_${name}`, dashboard, `${name} 1`),
      { id: `wait_${name}`, tool: "lab___slow", input: { ms: 120 } },
    ],
  },
  { ...pace, calls: [plot(`second_${name}`, dashboard, `${name} 2`)] },
  { ...pace, text: `${name} is drawn.` },
];

/**
 * Text, parallel calls, two delegates at once, effects, a question to the person (L5). Nothing in it rests on the result of
 * a call, so that whatever was interrupted, the rest can go on.
 */
export function writeEnduranceScenario(
  folder: string,
  name: string,
  dashboard: string,
  pace: Pace = { chunks: 8, delayMs: 12 },
): void {
  const scenario: Scenario = {
    name,
    turns: [{ user: "Go." }],
    script: {
      analyst: [
        {
          ...pace,
          text: "I begin with several things at the same time.",
          calls: [
            plot("alpha", dashboard, "Alpha"),
            { id: "kept", tool: "lab___remember", input: { value: { kept: name } } },
            { id: "wait", tool: "lab___slow", input: { ms: 150 } },
          ],
        },
        {
          ...pace,
          text: "Now two others help.",
          calls: [
            { id: "one", tool: "delegate___visualizer", input: { task: "Draw Beta." } },
            { id: "two", tool: "delegate___visualizer", input: { task: "Draw Gamma." } },
          ],
        },
        {
          ...pace,
          text: "This wants care.",
          calls: [
            { id: "careful", tool: "lab___careful", input: { value: "with care" } },
            plot("delta", dashboard, "Delta"),
          ],
        },
        { ...pace, text: lastWords },
        ...Array.from({ length: 20 }, () => ({ ...pace, text: afterwards })),
      ],
      visualizer: [...drawing(pace, dashboard, "Beta"), ...rest()],
      "visualizer#2": [...drawing(pace, dashboard, "Gamma"), ...rest()],
    },
  };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(scenario));
}

/** A delegate that is asked once more says so. */
const rest = (): Step[] => Array.from({ length: 20 }, () => ({ text: "Nothing is left to draw." }));
