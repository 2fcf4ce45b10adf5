import type { ResumeEntry, RunAgentInput, UserMessage } from "@ag-ui/core";
import type { JsonObject } from "@/lib/shared/json";

/** What the person looks at, as the page's parts have said (C5). */
export type PageContext = { description: string; value: unknown };

/** What a message is sent with. The server trusts no history, so none is sent (R1). */
export function runInput(input: {
  threadId: string;
  runId: string;
  message?: UserMessage;
  resume?: ResumeEntry[];
  own: JsonObject;
  context: Iterable<PageContext>;
  forwardedProps: JsonObject;
}): RunAgentInput {
  return {
    threadId: input.threadId,
    runId: input.runId,
    state: input.own,
    messages: input.message ? [input.message] : [],
    ...(input.resume && { resume: input.resume }),
    tools: [],
    context: [...input.context]
      .filter(({ value }) => value !== undefined && value !== null)
      .map(({ description, value }) => ({
        description,
        value: typeof value === "string" ? value : JSON.stringify(value),
      })),
    forwardedProps: input.forwardedProps,
  };
}
