import { EventType } from "@ag-ui/core";
import { textMessage } from "@/lib/agent/agent-events";
import { callModel } from "@/lib/agent/call-model";
import { callTools } from "@/lib/agent/call-tools";
import { waiting } from "@/lib/agent/hold-call";
import { renderPrompt } from "@/lib/agent/prompt";
import type { Invocation, InvocationOutcome } from "@/lib/agent/run-scope";
import type { ToolResult } from "@/lib/agent/tool";
import { AppError } from "@/lib/shared/app-error";

const defaultMaxSteps = 30;

/** The loop (T9): ask the model, run the calls it asks for, and again, until it has nothing left to call. */
export async function converse(invocation: Invocation): Promise<InvocationOutcome> {
  const { run, row, definition, events, transcript, tools } = invocation;
  const { signal, chooseModel, stored, trace } = run.ports;
  const model = chooseModel({
    agent: row.agent,
    slot: row.transcript,
    model: definition.model,
    forwardedProps: run.request.forwardedProps,
  });
  const maxSteps = definition.maxSteps ?? defaultMaxSteps;
  if (signal.aborted) return { status: "cancelled" };
  for (let step = 1; step <= maxSteps; step++) {
    checkTokens(invocation);
    const stepName = `step-${step}`;
    events.emit({ type: EventType.STEP_STARTED, stepName });
    const prompt = await renderPrompt(invocation, model, step);
    trace({
      kind: "model-call",
      agent: row.agent,
      slot: row.transcript,
      invocationId: row.id,
      step,
      model: model.name,
      system: prompt.system.content,
      messages: prompt.messages,
      tools: [...tools.keys()],
    });
    const answer = await callModel(invocation, model, prompt, step);
    if (answer.message) await transcript.append(row.id, answer.message);
    if (answer.failure && !signal.aborted) throw answer.failure.error;
    let results: ToolResult[] = [];
    if (answer.calls.length > 0) {
      // Whatever a tool does, the log already knows which call did it (E9).
      await stored();
      results = await callTools(invocation, answer.calls);
    }
    if (signal.aborted) return { status: "cancelled" };
    events.emit({ type: EventType.STEP_FINISHED, stepName });
    if (results.includes(waiting)) return { status: "suspended" };
    if (answer.calls.length === 0) return { status: "success", text: answer.text };
  }
  return say(
    invocation,
    `I stopped after ${maxSteps} steps, before I was done. Ask me to go on if I should.`,
  );
}

/** Throws over_limit: a run that has used what it may is over, whoever of its agents is at work (C13). */
function checkTokens({ run }: Invocation): void {
  const limit = run.team.maxTokensPerRun;
  const { inputTokens, outputTokens } = run.usage.total();
  if (limit === undefined || inputTokens + outputTokens < limit) return;
  throw new AppError(
    "over_limit",
    `This answer used ${(inputTokens + outputTokens).toLocaleString("en")} tokens; one may use ${limit.toLocaleString("en")}. What was done so far stays. Ask for less at a time, or raise KABOO_TOKENS_PER_RUN.`,
  );
}

/** An answer without a model: stored and sent like one. */
export async function say(
  { run, row, events, transcript }: Invocation,
  text: string,
): Promise<InvocationOutcome> {
  await transcript.append(row.id, { role: "assistant", content: text });
  for (const event of textMessage(run.ports.newId("m"), "assistant", text)) events.emit(event);
  return { status: "success", text };
}
