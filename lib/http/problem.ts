import { z } from "zod";
import { log } from "@/lib/observability/log";
import { AppError, type AppErrorCode } from "@/lib/shared/app-error";
import { newId } from "@/lib/shared/id";

const statuses: Record<AppErrorCode, { status: number; title: string }> = {
  bad_input: { status: 400, title: "Bad input" },
  unauthorized: { status: 401, title: "Sign in first" },
  forbidden: { status: 403, title: "Not allowed" },
  not_found: { status: 404, title: "Not found" },
  conflict: { status: 409, title: "Conflict" },
  too_large: { status: 413, title: "Too large" },
  unsupported: { status: 415, title: "Unsupported" },
  precondition_required: { status: 428, title: "Version required" },
  cut_off: { status: 502, title: "Cut off" },
  over_limit: { status: 429, title: "Limit reached" },
  rate_limited: { status: 429, title: "Too many requests" },
  cancelled: { status: 499, title: "Cancelled" },
  internal: { status: 500, title: "Something went wrong" },
  unavailable: { status: 503, title: "Not available" },
  timeout: { status: 504, title: "Took too long" },
};

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return new AppError("bad_input", z.prettifyError(error));
  return new AppError("internal", "Something went wrong.", { cause: error });
}

/** A caller's words can't make lines of their own in the log. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 1_000);
}

/**
 * Problem details (RFC 9457) with an id that the server's log line shows, too. An error nobody meant for a reader
 * answers a neutral sentence: no stack, path or SQL leaves (S6).
 */
export function problem(error: unknown, request: Request): Response {
  const known = asAppError(error);
  const { status, title } = statuses[known.code];
  const id = newId("e");
  const about = { errorId: id, status, method: request.method, path: new URL(request.url).pathname };
  if (status === 500) log.error({ ...about, err: error }, "a request failed");
  else log.warn(about, oneLine(known.message));
  const hidden = known.code === "internal";
  const body = {
    type: `about:blank#${known.code}`,
    title,
    status,
    detail: hidden ? `Something went wrong on the server. Its log has more under ${id}.` : known.message,
    id,
    ...(hidden ? {} : known.details),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}
