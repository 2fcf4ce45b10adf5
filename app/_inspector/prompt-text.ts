import type { PromptMessage } from "./trace";

/** One message of a prompt as lines, all of it: what the model was given, made to be read. */
export function messageText({ content }: PromptMessage): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content, null, 2);
  return content.map(partText).join("\n");
}

function partText(part: unknown): string {
  if (typeof part !== "object" || part === null || !("type" in part)) return JSON.stringify(part);
  if ((part.type === "text" || part.type === "reasoning") && "text" in part) return String(part.text);
  if (part.type === "tool-call" && "toolName" in part && "input" in part)
    return `calls ${part.toolName} ${JSON.stringify(part.input, null, 2)}`;
  if (part.type === "tool-result" && "toolName" in part && "output" in part)
    return `${part.toolName} answered ${resultText(part.output)}`;
  return JSON.stringify(part, null, 2);
}

function resultText(output: unknown): string {
  if (typeof output === "object" && output !== null && "value" in output && typeof output.value === "string")
    return output.value;
  return JSON.stringify(output, null, 2);
}

export type DiffLine = { kind: "same" | "removed" | "added"; text: string };

const contextLines = 2;

/** A prompt as lines, a heading per message. */
function promptLines({ system, messages }: { system: string; messages: readonly PromptMessage[] }): string[] {
  const all = [{ role: "system", content: system }, ...messages];
  return all.flatMap((message) => [`— ${message.role} —`, ...messageText(message).split("\n")]);
}

/**
 * What one prompt has that the one before hadn't. Prompts grow at their end and change there, so what both begin and end
 * with is left out, but for two lines around.
 */
export function promptDiff(
  before: Parameters<typeof promptLines>[0] | undefined,
  after: Parameters<typeof promptLines>[0],
): DiffLine[] {
  const old = before ? promptLines(before) : [];
  const now = promptLines(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const lines = (kind: DiffLine["kind"], texts: string[]) => texts.map((text) => ({ kind, text }));
  return [
    ...lines("same", now.slice(Math.max(0, head - contextLines), head)),
    ...lines("removed", old.slice(head, old.length - tail)),
    ...lines("added", now.slice(head, now.length - tail)),
    ...lines("same", now.slice(now.length - tail, now.length - tail + contextLines)),
  ];
}
