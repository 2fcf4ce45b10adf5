import { expect, test } from "vitest";
import { parseEnv } from "@/lib/env";
import { createChooseModel } from "@/lib/model/choose-model";

const request = { agent: "analyst", slot: "analyst", model: undefined, forwardedProps: {} };
const nameFor = (settings: Record<string, string>, own?: string) =>
  createChooseModel(parseEnv(settings))({ ...request, model: own }).name;

test("[N1] without a setting and a key the demo model answers", () => {
  expect(nameFor({})).toBe("demo");
  expect(nameFor({ MODEL: "demo", ANTHROPIC_API_KEY: "k" })).toBe("demo");
});

test("[N1] with a key and no MODEL that provider's default model answers", () => {
  expect(nameFor({ ANTHROPIC_API_KEY: "k" })).toMatch(/^anthropic:claude-/);
  expect(nameFor({ OPENAI_API_KEY: "k" })).toMatch(/^openai:gpt-/);
  expect(nameFor({ GOOGLE_GENERATIVE_AI_API_KEY: "k" })).toMatch(/^google:gemini-/);
});

test("[N1] provider:model names any model, with colons in its name, and an agent may name its own", () => {
  const local = { OPENAI_COMPATIBLE_BASE_URL: "http://localhost:11434/v1" };
  expect(nameFor({ ...local, MODEL: "openai-compatible:qwen3:8b" })).toBe("openai-compatible:qwen3:8b");
  expect(nameFor({ ...local, ANTHROPIC_API_KEY: "k" }, "openai-compatible:small")).toBe(
    "openai-compatible:small",
  );
});

test("[N1] a wrong MODEL is told at start, with what it may be", () => {
  const start = (settings: Record<string, string>) => () => createChooseModel(parseEnv(settings));
  expect(start({ MODEL: "gpt-5" })).toThrow(/names no provider.*demo, scripted.*anthropic:MODEL/);
  expect(start({ MODEL: "openai-compatible:" })).toThrow(/names no model/);
  expect(start({ MODEL: "anthropic:claude-opus-5" })).toThrow(/needs ANTHROPIC_API_KEY/);
  expect(start({ MODEL: "openai-compatible:x" })).toThrow(/needs OPENAI_COMPATIBLE_BASE_URL/);
  expect(start({ MODEL: "anthropic:x?trailing=nowhere", ANTHROPIC_API_KEY: "k" })).toThrow(/wrong option/);
});

test("[T5] each provider has its manners, and the setting may say otherwise", () => {
  const modelFor = (settings: Record<string, string>) => createChooseModel(parseEnv(settings))(request);
  expect(modelFor({ ANTHROPIC_API_KEY: "k" })).toMatchObject({
    trailing: "user-message",
    cacheBreakpoints: true,
  });
  expect(modelFor({ GOOGLE_GENERATIVE_AI_API_KEY: "k" })).toMatchObject({ cacheBreakpoints: false });
  const local = { OPENAI_COMPATIBLE_BASE_URL: "http://localhost:1234/v1" };
  expect(modelFor({ ...local, MODEL: "openai-compatible:mistral-small" }).trailing).toBe("tool-result");
  expect(modelFor({ ...local, MODEL: "openai-compatible:x?trailing=kept&context=8000" })).toMatchObject({
    trailing: "kept",
    contextTokens: 8000,
  });
});

test("[L6] the scripted model plays the scenario that the run names, and says which there are otherwise", () => {
  const choose = createChooseModel(parseEnv({ MODEL: "scripted" }));
  expect(choose({ ...request, forwardedProps: { kaboo_scenario: "workspace-extend" } }).name).toBe(
    "scripted",
  );
  expect(() => choose({ ...request, forwardedProps: { kaboo_scenario: "nope" } })).toThrow(
    /no scenario "nope".*workspace-extend/,
  );
  expect(() => choose(request)).toThrow(/kaboo_scenario/);
});
