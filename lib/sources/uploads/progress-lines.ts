import { AppError, isAppError } from "@/lib/shared/app-error";
import type { ImportProgress } from "@/lib/sources/schema";
import type { Watch } from "@/lib/sources/uploads/import-work";

/**
 * Answers with lines of JSON while work is under way (U4): `{ progress }` as often as there is some, then what came of it, or
 * `{ error: { message } }`. A reader who leaves stops the work.
 */
export function progressLines(signal: AbortSignal, work: (watch: Watch) => Promise<object>): Response {
  const encoder = new TextEncoder();
  const leave = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (line: object) => {
        if (!leave.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      const onProgress = (progress: ImportProgress) => tell({ progress });
      try {
        tell(await work({ onProgress, signal: AbortSignal.any([signal, leave.signal]) }));
      } catch (error) {
        tell({ error: { message: told(error).message } });
      }
      if (!leave.signal.aborted) controller.close();
    },
    cancel() {
      leave.abort();
    },
  });
  const headers = { "content-type": "application/x-ndjson", "cache-control": "no-store, no-transform" };
  return new Response(body, { headers });
}

function told(error: unknown): AppError {
  if (isAppError(error)) return error;
  console.error("sources: an import failed", error);
  return new AppError("internal", "Something went wrong on the server.");
}
