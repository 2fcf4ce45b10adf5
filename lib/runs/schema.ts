import { z } from "zod";
import { Counter } from "@/lib/shared/counter";

/** Tokens as the provider counts them; the cached ones are among the input. */
export const Tokens = z.object({
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
});
export type Tokens = z.infer<typeof Tokens>;

/** What a person thinks of an answer (C13). */
export const NewRating = z.strictObject({
  value: z.enum(["up", "down"]),
  reason: z.string().trim().max(2_000).default(""),
});
export type NewRating = z.infer<typeof NewRating>;

export const Rating = NewRating.extend({
  runId: z.string(),
  threadId: z.string(),
  createdAt: z.string(),
});
export type Rating = z.infer<typeof Rating>;

/** One agent at work within an answer (C9). The entry agent has no call that asked for it. */
const AgentWork = z.object({
  id: z.string(),
  agent: z.string(),
  toolCallId: z.string(),
  status: z.string(),
  durationMs: z.number().nullable(),
  usage: Tokens.nullable(),
});
export type AgentWork = z.infer<typeof AgentWork>;

/** What is known of an answer beside its words. */
export const AnswerFacts = z.object({
  runId: z.string(),
  /** The person's message that it answers. */
  messageId: z.string(),
  status: z.string(),
  durationMs: z.number().nullable(),
  usage: Tokens.nullable(),
  /** US dollars; null while no price is set. */
  cost: z.number().nullable(),
  agents: z.array(AgentWork),
  rating: NewRating.nullable(),
});
export type AnswerFacts = z.infer<typeof AnswerFacts>;

/** A stretch of them, oldest first. `earlier` is how many come before. */
export const AnswerStretch = z.object({ answers: z.array(AnswerFacts), earlier: z.number() });
export type AnswerStretch = z.infer<typeof AnswerStretch>;

/** How many runs to tell of; the newest, or those right before the `before` oldest. */
export const AnswersQuery = z.object({
  runs: z.coerce.number().int().min(1).max(100).optional(),
  before: Counter.optional(),
});
export type AnswersQuery = z.infer<typeof AnswersQuery>;

const Turns = z.coerce.number().int().min(1).max(100);

/** How a thread's stream begins (R4). */
export const EventsQuery = z.object({
  after: z.string().optional(),
  turns: Turns.optional(),
  as: z.literal("run").optional(),
});

/** Turns that a snapshot left out: those before its `earlier`. */
export const EarlierQuery = z.object({ before: Counter, turns: Turns });

/** Where a branch ends: with the turn that holds the event of that number. */
export const BranchPoint = z.strictObject({ seq: z.number().int().min(0) });
