import { z } from "zod";
import { requestJson } from "@/app/_canvas/data/request-json";
import { jsonBody, RequestError } from "@/app/_session";
import { type Cell, Rows, type RunQuery } from "@/lib/sources/schema";

/** Its cells are the engine's: to look at each of a million would take longer than to show them. */
const AnyRows = Rows.extend({ rows: z.custom<Cell[][]>(Array.isArray) });

/** As many as a result may have. */
export const mostRows = 100_000;

/** Runs a text, saved or not, through the gate of the server (Q2). */
export function runRows(query: Omit<RunQuery, "limit">, signal?: AbortSignal): Promise<Rows> {
  const init = jsonBody("POST", { ...query, limit: mostRows });
  return requestJson(AnyRows, "/api/queries/run", { ...init, ...(signal && { signal }) });
}

/** Where in its text the engine found the error. */
export function positionOf(error: unknown): number | undefined {
  const position = error instanceof RequestError ? error.details.position : undefined;
  return typeof position === "number" ? position : undefined;
}
