import { eventStream } from "@/lib/http/event-stream";
import { json, readJson } from "@/lib/http/json";
import { maxInputBytes, RunInput } from "@/lib/runs/run-input";
import type { Runs } from "@/lib/runs/runs";
import { AppError } from "@/lib/shared/app-error";

/** R1: the run's own events as SSE, or 202 at once with `Prefer: respond-async`. */
export async function answerRun(runs: Runs, request: Request, ownerId: string): Promise<Response> {
  const input = await readJson(request, RunInput, { maxBytes: maxInputBytes });
  if (!prefersAsync(request)) return eventStream(request, await runs.startAndRead(ownerId, input));
  const started = await runs.start(ownerId, input);
  return json(started, { status: 202, headers: { "preference-applied": "respond-async" } });
}

/** R4: the thread's stream, after `Last-Event-ID` (or `?after=`) when that is still there. */
export async function answerEvents(
  runs: Runs,
  request: Request,
  ownerId: string,
  threadId: string,
): Promise<Response> {
  const after = new URL(request.url).searchParams.get("after");
  const last = parseSeq(request.headers.get("last-event-id") ?? after);
  return eventStream(request, await runs.read(ownerId, threadId, last));
}

function prefersAsync(request: Request): boolean {
  const preferences = request.headers.get("prefer")?.split(",") ?? [];
  return preferences.some((each) => each.split(";")[0]?.trim().toLowerCase() === "respond-async");
}

function parseSeq(text: string | null): number | undefined {
  if (text === null || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new AppError("bad_input", "Last-Event-ID must be a number of this stream.");
  return Number(text);
}
