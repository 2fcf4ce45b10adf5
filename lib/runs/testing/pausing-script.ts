import type { Script } from "@/lib/runs/testing/play-script";

/** Two delegates at once, each of which wants to remember something, beside a call that needs nobody's word. */
export const pausingScript: Script = {
  lead: [
    {
      calls: [
        { id: "a", tool: "delegate___helper", input: { task: "One." } },
        { id: "b", tool: "delegate___helper", input: { task: "Two." } },
        { id: "c", tool: "lab___echo", input: { value: "at once" } },
      ],
    },
    { text: "Both are done." },
  ],
  helper: [
    { calls: [{ id: "d", tool: "lab___remember", input: { value: "one" } }] },
    { text: "One is kept." },
  ],
  "helper#2": [
    { calls: [{ id: "e", tool: "lab___remember", input: { value: "two" } }] },
    { text: "Two is kept." },
  ],
};
