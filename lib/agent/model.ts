import type { LanguageModel } from "ai";
import type { JsonObject } from "@/lib/shared/json";

/** Who asks for a model: an agent of the team, in a numbered slot when it works several times at once. */
export type ModelRequest = {
  agent: string;
  /** `visualizer`, or `visualizer#2` for the second of two at once. Names the transcript, too. */
  slot: string;
  /** The agent's own `model`, when it names one. */
  model: string | undefined;
  forwardedProps: JsonObject;
};

/** A model with what the engine must know about its manners (V6, T7). */
export type Model = {
  /** `demo`, `scripted`, `anthropic:claude-…` */
  name: string;
  languageModel: Exclude<LanguageModel, string>;
  /** How what changes from call to call travels (V6). */
  trailing: "user-message" | "tool-result" | "kept";
  /** Whether to set cache breakpoints (Anthropic). */
  cacheBreakpoints: boolean;
  contextTokens: number;
};

export type ChooseModel = (request: ModelRequest) => Model;
