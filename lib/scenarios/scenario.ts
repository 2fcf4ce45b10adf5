import { z } from "zod";

const Call = z.strictObject({
  id: z.string().min(1),
  tool: z.string().min(1),
  input: z.json(),
  /** Its arguments arrive cut short, as a model's sometimes do. */
  failsToParse: z.boolean().optional(),
});
export type ScriptedCall = z.infer<typeof Call>;

/** One model call (L5). */
export type Step = {
  text?: string | undefined;
  calls?: ScriptedCall[] | undefined;
  /** Pieces of the text, and of each call's arguments. */
  chunks?: number | undefined;
  /** Before each piece. */
  delayMs?: number | undefined;
  /** Text and arguments arrive whole. */
  atomic?: boolean | undefined;
  error?: "rate_limit" | "overloaded" | "aborted-stream" | undefined;
  /** Text the prompt must hold; without it `else` is played, or the run fails. */
  when?: string | undefined;
  else?: Step | undefined;
};

const Step: z.ZodType<Step> = z.lazy(() =>
  z.strictObject({
    text: z.string().optional(),
    calls: z.array(Call).optional(),
    chunks: z.number().int().min(1).max(100_000).optional(),
    delayMs: z.number().min(0).max(600_000).optional(),
    atomic: z.boolean().optional(),
    error: z.enum(["rate_limit", "overloaded", "aborted-stream"]).optional(),
    when: z.string().optional(),
    else: Step.optional(),
  }),
);

const Turn = z.strictObject({
  user: z.string().min(1),
  context: z.array(z.strictObject({ description: z.string(), value: z.string() })).optional(),
  action: z.record(z.string(), z.json()).optional(),
  /** What the message refers to with @, as the page sends it (C8). */
  references: z.array(z.record(z.string(), z.string())).optional(),
  answers: z
    .record(
      z.string(),
      z.strictObject({
        status: z.enum(["approved", "rejected"]),
        input: z.json().optional(),
        reason: z.string().optional(),
      }),
    )
    .optional(),
  /** A person's edits, made when the named call ends. */
  edits: z
    .array(
      z.strictObject({
        after: z.string(),
        dashboard: z.string(),
        patch: z.record(z.string(), z.json()),
      }),
    )
    .optional(),
  /** The person stops the run once the named call has ended. */
  stop: z.string().optional(),
});
export type ScenarioTurn = z.infer<typeof Turn>;

/** A scenario as a plain file (L5): what the person says, what each agent's model answers, what must come of it. */
export const Scenario = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/i, "letters, digits, dots and dashes"),
  description: z.string().optional(),
  turns: z.array(Turn).min(1),
  script: z.record(z.string(), z.array(Step)),
  breaks: z
    .strictObject({
      views: z.array(z.string()).optional(),
      tools: z.array(z.string()).optional(),
      /** Views that never answer. */
      slowViews: z.array(z.string()).optional(),
    })
    .optional(),
  expect: z
    .strictObject({
      state: z.record(z.string(), z.json()).optional(),
      toolCalls: z.number().int().optional(),
      /** Of those, how many failed. */
      failedCalls: z.number().int().optional(),
      /** How the last turn ends; all others, and this one unless told, succeed. */
      ends: z.enum(["success", "cancelled", "error", "interrupt"]).optional(),
      /** Text that each of these warnings holds, in any order. */
      warnings: z.array(z.string()).optional(),
    })
    .optional(),
});
export type Scenario = z.infer<typeof Scenario>;
