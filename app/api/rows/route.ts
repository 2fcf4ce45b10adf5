import { runtime } from "@/lib/agents/runtime";
import { readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { rowsLines, streamLines } from "@/lib/sources/rows-lines";
import { RowsRequest } from "@/lib/sources/schema";

export const POST = route(async (request, { ownerId, signal }) => {
  const body = await readJson(request, RowsRequest);
  const { queries, sources } = runtime();
  const stop = new AbortController();
  const lines = rowsLines(body, {
    find: (queryId) => queries.get(ownerId, queryId),
    run: (asked) => sources.run(ownerId, asked),
    signal: AbortSignal.any([signal, stop.signal]),
  });
  const headers = { "content-type": "application/x-ndjson", "cache-control": "no-store, no-transform" };
  return new Response(streamLines(lines, stop), { headers });
});
