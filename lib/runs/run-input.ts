import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { z } from "zod";
import { ownedBrowserState, type StateKeys } from "@/lib/agent/state-keys";
import type { RunContext } from "@/lib/agent/view";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";

const kibibyte = 1024;

/** Bytes of an input as a whole: a stock client sends its copy of the history and the state with each run. */
export const maxInputBytes = 16 * kibibyte * kibibyte;
const limits = {
  message: 256 * kibibyte,
  context: 256 * kibibyte,
  forwardedProps: 64 * kibibyte,
  browserState: 64 * kibibyte,
};

/** An id that a client makes: it ends up in URLs and keys. */
const Id = z.string().regex(/^[\w.:-]{1,128}$/, "may hold letters, digits and . : _ - only, at most 128");

export const RunInput = RunAgentInputSchema.extend({ threadId: Id, runId: Id });
export type RunInput = z.infer<typeof RunInput>;

/** What a run takes from its input: nothing else of it is trusted (R1, O2). */
export type TrustedInput = {
  message: { id: string; content: string };
  context: RunContext[];
  forwardedProps: JsonObject;
  browserState: JsonObject;
};

/** Throws bad_input when there is no new message, too_large when a part is over its limit. */
export function trustInput(input: RunInput, keys: StateKeys): TrustedInput {
  const trusted = {
    message: newMessage(input.messages.at(-1)),
    context: (input.context ?? []).map(({ description, value }) => ({ description, value })),
    forwardedProps: isJsonObject(input.forwardedProps) ? input.forwardedProps : {},
    browserState: ownedBrowserState(input.state, keys),
  };
  for (const part of ["message", "context", "forwardedProps"] as const) checkSize(part, trusted[part]);
  return trusted;
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

/** A conversation's first title: the beginning of its first message, cut between words. */
export function titleOf(message: string): string {
  const line = message.trim().replace(/\s+/g, " ");
  if (line.length <= 60) return line;
  const cut = line.slice(0, 60);
  const space = cut.lastIndexOf(" ");
  return `${space > 30 ? cut.slice(0, space) : cut}…`;
}
