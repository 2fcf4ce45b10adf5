/** How each provider is set to a server at this address; `openai` twice, for it has two interfaces. */
export const wiredSettings: Record<string, (url: string) => Record<string, string>> = {
  "openai-compatible": (url) => ({ MODEL: "openai-compatible:wire", OPENAI_COMPATIBLE_BASE_URL: url }),
  "openai chat": (url) => ({ MODEL: "openai:wire?api=chat", OPENAI_API_KEY: "k", OPENAI_BASE_URL: url }),
  "openai responses": (url) => ({ MODEL: "openai:wire", OPENAI_API_KEY: "k", OPENAI_BASE_URL: url }),
  anthropic: (url) => ({ MODEL: "anthropic:wire", ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: url }),
  google: (url) => ({
    MODEL: "google:wire",
    GOOGLE_GENERATIVE_AI_API_KEY: "k",
    GOOGLE_GENERATIVE_AI_BASE_URL: url,
  }),
};
