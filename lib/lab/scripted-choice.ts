import type { ChooseModel } from "@/lib/agent/model";
import { withProviderErrors } from "@/lib/model/retrying-model";
import { type RunResults, scriptedModel } from "@/lib/model/scripted/scripted-model";
import type { Scenario } from "@/lib/scenarios/scenario";

/** Which of the script's calls have been made, in order, and what came of them. */
export type SpokenScript = {
  calls: { id: string; agent: string; tool: string; ended: boolean }[];
  results: RunResults;
};

/** Every agent plays its part of one scenario. */
export function createScriptedChoice(scenario: Scenario, spoken: SpokenScript): ChooseModel {
  return ({ agent, slot }) => ({
    name: "scripted",
    languageModel: withProviderErrors(
      scriptedModel(scenario, slot, spoken.results, ({ id, tool }) => {
        spoken.calls.push({ id, agent, tool, ended: false });
      }),
      { title: "The scripted model" },
    ),
    trailing: "user-message",
    cacheBreakpoints: false,
    contextTokens: 1_000_000,
  });
}
