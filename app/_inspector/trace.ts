import { z } from "zod";

const Usage = z.object({ inputTokens: z.number(), cachedInputTokens: z.number(), outputTokens: z.number() });
const Message = z.looseObject({ role: z.string(), content: z.unknown() });
export type PromptMessage = z.infer<typeof Message>;

const Entry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("model-call"),
    agent: z.string(),
    slot: z.string(),
    invocationId: z.string(),
    step: z.number(),
    model: z.string(),
    system: z.string(),
    messages: z.array(Message),
    tools: z.array(z.string()),
  }),
  z.object({
    kind: z.literal("model-answer"),
    agent: z.string(),
    invocationId: z.string(),
    step: z.number(),
    usage: Usage,
    durationMs: z.number(),
  }),
  z.object({
    kind: z.literal("effect"),
    agent: z.string(),
    tool: z.string(),
    toolCallId: z.string(),
    operations: z.array(z.json()),
  }),
  z.object({
    kind: z.literal("tool-call"),
    agent: z.string(),
    tool: z.string(),
    toolCallId: z.string(),
    isError: z.boolean(),
    durationMs: z.number(),
  }),
  z.object({
    kind: z.literal("warning"),
    agent: z.string(),
    reason: z.string(),
    tool: z.string().optional(),
    view: z.string().optional(),
  }),
]);
type Entry = z.infer<typeof Entry>;

const Kept = z.object({ index: z.number(), at: z.string(), runId: z.string(), entry: Entry });
export type Kept = z.infer<typeof Kept>;

/** What the development server remembers of a thread (C10). */
export const Trace = z.object({
  entries: z.array(Kept),
  events: z.array(
    z.object({
      seq: z.number(),
      runId: z.string(),
      type: z.string(),
      payload: z.record(z.string(), z.json()),
    }),
  ),
});
export type Trace = z.infer<typeof Trace>;
export type TracedEvent = Trace["events"][number];

type Call = Extract<Entry, { kind: "model-call" }>;
type Answer = Extract<Entry, { kind: "model-answer" }>;

/** One model call with what came of it, and the call of the same agent before. */
export type ModelCall = {
  index: number;
  at: string;
  runId: string;
  call: Call;
  answer: Answer | undefined;
  before: Call | undefined;
};

/** The model calls in order, each beside its answer and the prompt before it in the same transcript. */
export function modelCalls(entries: readonly Kept[]): ModelCall[] {
  const latest = new Map<string, Call>();
  return entries.flatMap(({ index, at, runId, entry }) => {
    if (entry.kind !== "model-call") return [];
    const before = latest.get(entry.slot);
    latest.set(entry.slot, entry);
    const answer = entries.find(
      ({ entry: other }) =>
        other.kind === "model-answer" &&
        other.invocationId === entry.invocationId &&
        other.step === entry.step,
    )?.entry;
    return [
      { index, at, runId, call: entry, answer: answer?.kind === "model-answer" ? answer : undefined, before },
    ];
  });
}
