import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { z } from "zod";
import { ownedBrowserState, type StateKeys } from "@/lib/agent/state-keys";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject } from "@/lib/shared/json";

const kibibyte = 1024;

/** Bytes of an input as a whole: a stock client sends its copy of the history and the state with each run. */
export const maxInputBytes = 16 * kibibyte * kibibyte;
const limits = {
  message: 256 * kibibyte,
  context: 256 * kibibyte,
  forwardedProps: 64 * kibibyte,
  browserState: 64 * kibibyte,
  tools: 256 * kibibyte,
};

/** An id that a client makes: it ends up in URLs and keys. */
const Id = z.string().regex(/^[\w.:-]{1,128}$/, "may hold letters, digits and . : _ - only, at most 128");

export const RunInput = RunAgentInputSchema.extend({ threadId: Id, runId: Id });
export type RunInput = z.infer<typeof RunInput>;

const JsonRecord = z.record(z.string(), z.json());

/** What a run takes from its input: nothing else of it is trusted (R1, O2). Kept with the run. */
export const TrustedInput = z.object({
  message: z.object({ id: z.string(), content: z.string() }),
  context: z.array(z.object({ description: z.string(), value: z.string() })),
  forwardedProps: JsonRecord,
  browserState: JsonRecord,
  /** The client's own tools (T8). */
  clientTools: z
    .array(z.object({ name: z.string(), description: z.string(), inputSchema: JsonRecord }))
    .optional(),
});
export type TrustedInput = z.infer<typeof TrustedInput>;

/** Throws bad_input when there is no new message, too_large when a part is over its limit. */
export function trustInput(input: RunInput, keys: StateKeys): TrustedInput {
  const trusted = { ...trustRest(input, keys), message: newMessage(input.messages.at(-1)) };
  checkSize("message", trusted.message);
  return trusted;
}

/** What an input brings besides a message. Throws too_large, and bad_input for a tool that no model could call. */
export function trustRest(input: RunInput, keys: StateKeys): Omit<TrustedInput, "message"> {
  const clientTools = (input.tools ?? []).map(clientTool);
  const rest = {
    context: (input.context ?? []).map(({ description, value }) => ({ description, value })),
    forwardedProps: isJsonObject(input.forwardedProps) ? input.forwardedProps : {},
    browserState: ownedBrowserState(input.state, keys),
  };
  for (const part of ["context", "forwardedProps"] as const) checkSize(part, rest[part]);
  if (clientTools.length === 0) return rest;
  checkSize("tools", clientTools);
  return { ...rest, clientTools };
}

function clientTool({ name, description, parameters }: RunInput["tools"][number]) {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    throw new AppError("bad_input", `A tool's name has letters, digits, - and _ only, at most 64: ${name}`);
  const inputSchema = isJsonObject(parameters) ? parameters : { type: "object", properties: {} };
  return { name, description: description ?? "", inputSchema };
}

function newMessage(message: RunInput["messages"][number] | undefined): TrustedInput["message"] {
  if (message?.role !== "user")
    throw new AppError("bad_input", "The last message must be the user's new one.");
  if (!Id.safeParse(message.id).success) throw new AppError("bad_input", "The message's id is not usable.");
  const { content } = message;
  const text = typeof content === "string" ? content : content.map(textOf).join("\n");
  if (text.trim() === "") throw new AppError("bad_input", "The message is empty.");
  return { id: message.id, content: text };
}

function textOf(part: { type: string; text?: unknown }): string {
  if (part.type === "text" && typeof part.text === "string") return part.text;
  throw new AppError("unsupported", `A message may hold text only, not ${part.type}.`);
}

/** Throws too_large. */
export function checkSize(part: keyof typeof limits, value: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= limits[part]) return;
  throw new AppError(
    "too_large",
    `${part} may have at most ${limits[part] / kibibyte} KiB, and has ${Math.ceil(bytes / kibibyte)}.`,
  );
}
