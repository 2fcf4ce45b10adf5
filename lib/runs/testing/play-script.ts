import type { ChooseModel } from "@/lib/agent/model";
import { type RunResults, scriptedModel } from "@/lib/model/scripted/scripted-model";
import type { Scenario } from "@/lib/scenarios/scenario";
import type { JsonObject } from "@/lib/shared/json";

/** A run's script: what each agent's model answers, step by step. */
export type Script = Scenario["script"];

export function playScript(script: Script): ChooseModel {
  const scenario: Scenario = { name: "test", turns: [{ user: "test" }], script };
  const results = new WeakMap<JsonObject, RunResults>();
  return ({ slot, forwardedProps }) => {
    const shared: RunResults = results.get(forwardedProps) ?? new Map();
    results.set(forwardedProps, shared);
    return {
      name: "scripted",
      languageModel: scriptedModel(scenario, slot, shared),
      trailing: "user-message",
      cacheBreakpoints: false,
      contextTokens: 100_000,
    };
  };
}
