import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Mark } from "@/app/_canvas/charts/compiled";
import { textBehind } from "@/app/_canvas/data/rows-behind-sql";
import { settled } from "@/app/_canvas/data/settled";
import type { RowsOrigin } from "@/app/_canvas/data/use-rows";
import { jsonBody, requestJson } from "@/app/_session";
import type { Rows } from "@/lib/sources/schema";

/** As many as somebody looks through. */
const limit = 1_000;

/**
 * The rows of the data behind a mark; null while they are on their way. Not `there` where the query doesn't group, or the
 * text made from it doesn't run: then the result's own rows are all there is to see.
 */
export function useRowsBehind(origin: RowsOrigin | null, mark: Mark): { there: boolean; rows: Rows | null } {
  const text = useMemo(
    () => origin && textBehind(origin.query.sql, mark, origin.params, origin.source?.kind),
    [origin, mark],
  );
  const sourceId = origin?.query.sourceId;
  const found = useQuery({
    ...settled,
    queryKey: ["behind", sourceId, origin?.source?.generation ?? 0, text],
    enabled: text !== null,
    retry: false,
    queryFn: ({ signal }) =>
      requestJson<Rows>("/api/queries/run", { ...jsonBody("POST", { ...text, sourceId, limit }), signal }),
  });
  return { there: text !== null && !found.error, rows: found.data ?? null };
}
