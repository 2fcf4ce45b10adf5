import { join } from "node:path";
import { compare, comparisons, type Side } from "@/lib/lab/compare";
import { openGround } from "@/lib/lab/open-lab";
import { createScenarioLibrary } from "@/lib/scenarios/scenario-library";
import type { Figure, Part } from "./figures";

/** P6: what extending a dashboard costs in prompts, shown by views and read first, as counted in the lab. */
export const prompt: Part = {
  name: "prompt",
  title: "Prompt",
  async run() {
    const [comparison] = comparisons;
    if (!comparison) throw new Error("The lab has nothing to compare.");
    const ground = openGround({ sampleFolder: join(".data", "sample") });
    try {
      const { find } = createScenarioLibrary(undefined);
      const { sides, problems } = await compare(comparison, find, { ground, runs: 1, model: "scripted" });
      if (problems.length > 0) throw new Error(problems.join("\n"));
      const [views, reading] = sides;
      return views && reading ? figures(views, reading) : [];
    } finally {
      await ground.close();
    }
  },
};

function figures(views: Side, reading: Side): Figure[] {
  const rule = "P6";
  const of = (
    side: Side,
    key: "toolCalls" | "promptTokens",
    unit: string,
    most: { atMost?: number } = {},
  ) => ({
    ...{ rule, what: `${unit} to extend a dashboard, ${side.label}`, value: side.mean[key], unit, ...most },
  });
  const share = (side: Side, least: { atLeast?: number } = {}) => ({
    ...{
      rule,
      what: `of them cached, ${side.label}`,
      value: 100 * side.mean.cachedShare,
      unit: "%",
      ...least,
    },
  });
  return [
    of(views, "toolCalls", "tool calls", { atMost: 2 }),
    of(reading, "toolCalls", "tool calls"),
    of(views, "promptTokens", "prompt tokens"),
    share(views, { atLeast: 50 }),
    of(reading, "promptTokens", "prompt tokens"),
    share(reading),
    {
      rule,
      what: "prompt tokens, with views to reading first",
      value: views.mean.promptTokens / reading.mean.promptTokens,
      unit: "×",
      atMost: 1,
    },
  ];
}
