import type { ChooseModel, Model, ModelRequest } from "@/lib/agent/model";
import type { Env } from "@/lib/env";
import { demoModel } from "@/lib/model/demo/demo-model";
import { parseModelSetting } from "@/lib/model/model-setting";
import { providers } from "@/lib/model/providers";
import { withProviderErrors } from "@/lib/model/retrying-model";
import { type RunResults, scriptedModel } from "@/lib/model/scripted/scripted-model";
import { createScenarioLibrary } from "@/lib/scenarios/scenario-library";
import { AppError } from "@/lib/shared/app-error";
import type { JsonObject } from "@/lib/shared/json";

/**
 * The model of each agent by its setting (T5, N1). Throws `bad_input` at once when `MODEL` names no provider or a key
 * is missing; later for an agent's own `model`.
 */
export function createChooseModel(env: Env): ChooseModel {
  const setting = modelSetting(env);
  const made = new Map<string, Model>();
  const scripted = scriptedModels(env);
  const choose = (name: string, request: ModelRequest | undefined): Model => {
    if (name === "scripted") return request ? scripted(request) : scriptedManners;
    const model = made.get(name) ?? (name === "demo" ? demo : realModel(env, name));
    made.set(name, model);
    return model;
  };
  choose(setting, undefined);
  return (request) => choose(settingFor(setting, request.model), request);
}

/** What an agent names itself counts only where real models answer: demo and scripted play every agent. */
function settingFor(setting: string, own: string | undefined): string {
  return setting === "demo" || setting === "scripted" ? setting : (own ?? setting);
}

/** The setting in force, as the page tells it: `demo`, `scripted` or `provider:model`. */
export function modelSetting(env: Env): string {
  return env.MODEL ?? settingFromKeys(env);
}

/** With a key and no `MODEL`, that provider's default model; without either, the demo model. */
function settingFromKeys(env: Env): string {
  const provider = providers.find(
    (known) => known.defaultModel !== undefined && known.needs.every((key) => env[key]),
  );
  return provider ? `${provider.name}:${provider.defaultModel}` : "demo";
}

function realModel(env: Env, setting: string): Model {
  const { provider, model, options } = parseModelSetting(setting);
  const missing = provider.needs.filter((key) => !env[key]);
  if (missing.length > 0)
    throw new AppError("bad_input", `The model "${setting}" needs ${missing.join(" and ")} to be set.`);
  const manners = {
    ...provider.manners,
    ...(refusesUserAfterTool.test(model) && { trailing: "tool-result" as const }),
  };
  return {
    name: `${provider.name}:${model}`,
    languageModel: withProviderErrors(provider.create(env, model, options.api), provider),
    ...manners,
    ...(options.trailing && { trailing: options.trailing }),
    ...(options.context && { contextTokens: options.context }),
  };
}

/** Their chat templates allow no user message after a tool result. */
const refusesUserAfterTool = /(mi[sx]tral|ministral|magistral|codestral|devstral)/i;

const ownManners = { trailing: "user-message", cacheBreakpoints: false, contextTokens: 1_000_000 } as const;
const demo: Model = { name: "demo", languageModel: demoModel(), ...ownManners };
const scriptedManners: Model = { ...demo, name: "scripted" };

/** The scenario named in `forwardedProps.kaboo_scenario` (L6). */
function scriptedModels(env: Env): (request: ModelRequest) => Model {
  const library = createScenarioLibrary(env.KABOO_SCENARIOS);
  const resultsByRun = new WeakMap<JsonObject, RunResults>();
  return ({ slot, forwardedProps }) => {
    const name = forwardedProps.kaboo_scenario;
    if (typeof name !== "string")
      throw new AppError(
        "bad_input",
        "MODEL=scripted needs forwardedProps.kaboo_scenario to name a scenario.",
      );
    const scenario = library.find(name);
    const results = resultsByRun.get(forwardedProps) ?? new Map();
    resultsByRun.set(forwardedProps, results);
    const languageModel = withProviderErrors(scriptedModel(scenario, slot, results), {
      title: "The scripted model",
    });
    return { name: "scripted", languageModel, ...ownManners };
  };
}
