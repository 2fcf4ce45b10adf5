import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Model } from "@/lib/agent/model";
import type { Env } from "@/lib/env";
import { type StreamingModel, withProviderOptions } from "@/lib/model/language-model";
import { AppError } from "@/lib/shared/app-error";

/** A provider: how it is reached, what it is asked for by default, and its manners (T5, N1, V6). */
export type Provider = {
  name: string;
  title: string;
  /** The settings without which it can't be asked. */
  needs: readonly (keyof Env)[];
  defaultModel: string | undefined;
  manners: Pick<Model, "trailing" | "cacheBreakpoints" | "contextTokens">;
  create(env: Env, model: string, api: "responses" | "chat"): StreamingModel;
};

const anthropic: Provider = {
  name: "anthropic",
  title: "Anthropic",
  needs: ["ANTHROPIC_API_KEY"],
  defaultModel: "claude-sonnet-5-5",
  manners: { trailing: "user-message", cacheBreakpoints: true, contextTokens: 200_000 },
  create: (env, model) => createAnthropic(reach(env.ANTHROPIC_API_KEY, env.ANTHROPIC_BASE_URL))(model),
};

const openai: Provider = {
  name: "openai",
  title: "OpenAI",
  needs: ["OPENAI_API_KEY"],
  defaultModel: "gpt-5.6",
  // Reasoning models lose their reasoning when a message before the end disappears.
  manners: { trailing: "kept", cacheBreakpoints: false, contextTokens: 272_000 },
  create(env, model, api) {
    const provider = createOpenAI(reach(env.OPENAI_API_KEY, env.OPENAI_BASE_URL));
    if (api === "chat") return provider.chat(model);
    // A conversation outlives what a provider keeps: everything goes along, thoughts sealed.
    return withProviderOptions(provider.responses(model), {
      openai: { store: false, include: ["reasoning.encrypted_content"] },
    });
  },
};

const google: Provider = {
  name: "google",
  title: "Google",
  needs: ["GOOGLE_GENERATIVE_AI_API_KEY"],
  defaultModel: "gemini-3.8-flash",
  manners: { trailing: "user-message", cacheBreakpoints: false, contextTokens: 1_000_000 },
  create: (env, model) =>
    createGoogle(reach(env.GOOGLE_GENERATIVE_AI_API_KEY, env.GOOGLE_GENERATIVE_AI_BASE_URL))(model),
};

const openaiCompatible: Provider = {
  name: "openai-compatible",
  title: "The OpenAI-compatible server",
  needs: ["OPENAI_COMPATIBLE_BASE_URL"],
  defaultModel: undefined,
  manners: { trailing: "user-message", cacheBreakpoints: false, contextTokens: 32_000 },
  create(env, model) {
    const baseURL = env.OPENAI_COMPATIBLE_BASE_URL;
    if (!baseURL) throw new AppError("bad_input", "OPENAI_COMPATIBLE_BASE_URL is not set.");
    const apiKey = env.OPENAI_COMPATIBLE_API_KEY;
    const provider = createOpenAICompatible({
      name: "openai-compatible",
      baseURL,
      includeUsage: true,
      ...(apiKey && { apiKey }),
    });
    return provider.chatModel(model);
  },
};

/** In the order in which a key without `MODEL` is looked for. */
export const providers: readonly Provider[] = [anthropic, openai, google, openaiCompatible];

function reach(apiKey: string | undefined, baseURL: string | undefined) {
  return { ...(apiKey && { apiKey }), ...(baseURL && { baseURL }) };
}
