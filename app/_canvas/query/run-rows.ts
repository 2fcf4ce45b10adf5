import { jsonBody, RequestError, requestJson } from "@/app/_session";
import type { Rows, RunQuery } from "@/lib/sources/schema";

/** As many as a result may have. */
export const mostRows = 100_000;

/** Runs a text, saved or not, through the gate of the server (Q2). */
export function runRows(query: Omit<RunQuery, "limit">, signal?: AbortSignal): Promise<Rows> {
  const init = jsonBody("POST", { ...query, limit: mostRows });
  return requestJson("/api/queries/run", { ...init, ...(signal && { signal }) });
}

/** Where in its text the engine found the error. */
export function positionOf(error: unknown): number | undefined {
  const position = error instanceof RequestError ? error.details.position : undefined;
  return typeof position === "number" ? position : undefined;
}
