import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import { eventStream, type StreamOptions } from "@/lib/http/event-stream";
import { json, readJson } from "@/lib/http/json";
import type { LoggedThread } from "@/lib/runs/event-writer";
import { maxInputBytes, RunInput } from "@/lib/runs/run-input";
import type { Runs } from "@/lib/runs/runs";
import { EventsQuery } from "@/lib/runs/schema";
import type { Traces } from "@/lib/runs/traces";
import { AppError } from "@/lib/shared/app-error";

const newestEvents = 500;

/** R1: the run's own events as SSE, or 202 at once with `Prefer: respond-async`. */
export async function answerRun(
  runs: Runs,
  request: Request,
  ownerId: string,
  stream?: StreamOptions,
): Promise<Response> {
  const input = await readJson(request, RunInput, { maxBytes: maxInputBytes });
  if (!prefersAsync(request)) return eventStream(request, await runs.startAndRead(ownerId, input), stream);
  const started = await runs.start(ownerId, input);
  return json(started, { status: 202, headers: { "preference-applied": "respond-async" } });
}

/**
 * R4: the thread's stream, after `Last-Event-ID` (or `?after=`) when that is still there. With `?turns=` a snapshot holds
 * the newest ones only, and says how many messages come before. `?as=run` is for a stock client (R10).
 */
export async function answerEvents(
  runs: Runs,
  request: Request,
  ownerId: string,
  threadId: string,
  stream?: StreamOptions,
): Promise<Response> {
  const { after, turns, as } = EventsQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  if (as === "run") return eventStream(request, await runs.join(ownerId, threadId), stream);
  const last = parseSeq(request.headers.get("last-event-id") ?? after ?? null);
  return eventStream(request, await runs.read(ownerId, threadId, last, turns), stream);
}

/** C10: what was traced since `?after=`, with the thread's newest events. Throws not_found outside development. */
export async function answerTrace(
  { db, traces }: { db: Db; traces: Traces | undefined },
  request: Request,
  thread: LoggedThread,
) {
  if (!traces) throw new AppError("not_found", "The inspector is for development.");
  const after = parseSeq(new URL(request.url).searchParams.get("after")) ?? 0;
  const owned = await db.thread.findFirst({
    where: { ...ownedBy(thread.ownerId), id: idFilter(thread.threadId) },
    select: { id: true },
  });
  const events = await db.runEvent.findMany({
    where: { threadId: owned?.id ?? "" },
    orderBy: { seq: "desc" },
    take: newestEvents,
    select: { seq: true, runId: true, type: true, payload: true },
  });
  return { entries: traces.read(thread, after), events: events.reverse() };
}

function prefersAsync(request: Request): boolean {
  const preferences = request.headers.get("prefer")?.split(",") ?? [];
  return preferences.some((each) => each.split(";")[0]?.trim().toLowerCase() === "respond-async");
}

function parseSeq(text: string | null): number | undefined {
  if (text === null || text === "") return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new AppError("bad_input", "Last-Event-ID must be a number of this stream.");
  return Number(text);
}
