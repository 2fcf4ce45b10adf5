import { z } from "zod";

const Prompt = z.object({
  agent: z.string(),
  slot: z.string(),
  invocationId: z.string(),
  step: z.number(),
  model: z.string(),
  system: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.string()),
});

/** What is kept of a scenario's run, for the page (L8). */
export const KeptRun = z.object({
  name: z.string(),
  at: z.string(),
  problems: z.array(z.string()),
  turns: z.array(
    z.object({
      user: z.string(),
      status: z.string(),
      answer: z.string(),
      calls: z.array(z.object({ id: z.string(), tool: z.string(), failed: z.boolean() })),
      counts: z.object({
        toolCalls: z.number(),
        modelCalls: z.number(),
        promptTokens: z.number(),
        cachedTokens: z.number(),
        outputTokens: z.number(),
        durationMs: z.number(),
      }),
      prompts: z.array(Prompt),
    }),
  ),
});
export type KeptRun = z.infer<typeof KeptRun>;
