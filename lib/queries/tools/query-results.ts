import { quoteData } from "@/lib/agent/text-for-model";
import type { Query } from "@/lib/queries/schema";
import { type AppError, isAppError } from "@/lib/shared/app-error";

/** A query as tools answer it. */
export function queryResult({ id, title, columns, sourceId, version }: Query) {
  return {
    query_id: id,
    title,
    columns: columns.map((column) => column.name),
    source_id: sourceId,
    version,
  };
}

export function renderQuery({ id, title, columns, sourceId, version }: Query): string {
  const names = columns.map((column) => quoteData(column.name)).join(", ");
  return `${id} ${quoteData(title)} (version ${version}, ${sourceId}) with columns ${names}`;
}

/** Why something failed, with the place in the SQL text when it has one (Q4). Rethrows what nobody can act on. */
export function reasonOf(error: unknown): string {
  if (!isAppError(error) || error.code === "internal" || error.code === "cancelled") throw error;
  const place = placeIn(error);
  return place && !error.message.includes(place) ? `${error.message} (${place})` : error.message;
}

function placeIn({ details }: AppError): string | undefined {
  const [line, column, position] = [details?.line, details?.column, details?.position];
  if (typeof line === "number" && typeof column === "number") return `line ${line}, column ${column}`;
  return typeof position === "number" ? `at character ${position}` : undefined;
}
