import { jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import type { StreamingModel } from "@/lib/model/language-model";

export type Heard = {
  text: string;
  calls: { id: string; tool: string; input: unknown; invalid: boolean }[];
  pieces: string[];
};

/** One model call as the engine makes it: one step, tools that nobody runs. Throws what the model throws. */
export async function ask(
  model: StreamingModel,
  messages: ModelMessage[],
  options: { system?: string; tools?: readonly string[]; signal?: AbortSignal } = {},
): Promise<Heard> {
  const open = tool({ inputSchema: jsonSchema({ type: "object", additionalProperties: true }) });
  const entries = (options.tools ?? []).map((name) => [name, open]);
  const tools: ToolSet = Object.fromEntries(entries);
  const answer = streamText({
    model,
    messages,
    maxRetries: 0,
    tools,
    onError: () => {},
    ...(options.system && { system: options.system }),
    ...(options.signal && { abortSignal: options.signal }),
  });
  const heard: Heard = { text: "", calls: [], pieces: [] };
  for await (const part of answer.stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new DOMException("Stopped.", "AbortError");
    if (part.type === "text-delta") heard.text += part.text;
    if (part.type === "text-delta") heard.pieces.push(part.text);
    if (part.type === "tool-input-delta") heard.pieces.push(part.delta);
    if (part.type === "tool-call")
      heard.calls.push({
        id: part.toolCallId,
        tool: part.toolName,
        input: part.input,
        invalid: part.invalid === true,
      });
  }
  return heard;
}

/** The transcript after a step, as the engine stores it: call ids of its own, data beside the prose. */
export function afterStep(
  heard: Heard,
  results: readonly { text: string; structured?: unknown; isError?: boolean }[],
  round: number,
): ModelMessage[] {
  const idOf = (index: number) => `c_${round}_${index}`;
  const said = heard.text === "" ? [] : [{ type: "text" as const, text: heard.text }];
  const called = heard.calls.map((call, index) => ({
    type: "tool-call" as const,
    toolCallId: idOf(index),
    toolName: call.tool,
    input: call.input,
  }));
  const assistant: ModelMessage = { role: "assistant", content: [...said, ...called] };
  if (called.length === 0) return [assistant];
  const answered = results.map((result, index) => ({
    type: "tool-result" as const,
    toolCallId: idOf(index),
    toolName: called[index]?.toolName ?? "",
    output: { type: result.isError ? ("error-text" as const) : ("text" as const), value: result.text },
    ...(result.structured !== undefined && {
      providerOptions: { kaboo: { structured: JSON.parse(JSON.stringify(result.structured)) } },
    }),
  }));
  return [assistant, { role: "tool", content: answered }];
}
