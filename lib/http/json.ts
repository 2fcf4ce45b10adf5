import type { z } from "zod";
import { AppError } from "@/lib/shared/app-error";
import { deepestJson, isTooDeep } from "@/lib/shared/json";

const mebibyte = 1024 * 1024;

/** A JSON answer. Never cached: what it holds may change at any moment. */
export function json(value: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return Response.json(value, { ...init, headers });
}

/** The body's bytes, given up on as soon as there are more than `maxBytes`. Throws too_large. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("too_large", `The body may have at most ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws bad_input for what is not JSON, or is nested too deeply for anything that would read it. */
function parseJson(bytes: Uint8Array): unknown {
  const value = parseText(bytes);
  if (isTooDeep(value))
    throw new AppError("bad_input", `The body is nested too deeply: ${deepestJson} levels at most.`);
  return value;
}

function parseText(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("bad_input", "The body is not JSON.", { cause });
  }
}

/** The same request, its body read and within limits, for whoever parses it themselves. Throws too_large and bad_input. */
export async function withReadBody(request: Request, maxBytes: number): Promise<Request> {
  if (request.method !== "POST") return request;
  const bytes = await readBytes(request, maxBytes);
  parseJson(bytes);
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: new Blob([bytes as BlobPart]) });
}

/**
 * The body, checked. `maxBytes` defaults to 1 MiB. Throws unsupported for another content type, too_large while still
 * reading, bad_input for what is not JSON; the schema's own complaints become a readable 400.
 */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  { maxBytes = mebibyte }: { maxBytes?: number } = {},
): Promise<z.infer<S>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json"))
    throw new AppError("unsupported", "Send the body as application/json.");
  return schema.parse(parseJson(await readBytes(request, maxBytes)));
}
