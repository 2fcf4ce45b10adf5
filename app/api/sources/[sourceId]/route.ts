import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { SourceEdit } from "@/lib/sources/schema";

export const PATCH = route<"sourceId">(async (request, { ownerId, params }) =>
  json(
    await runtime().sources.reconnect(person(ownerId), params.sourceId, await readJson(request, SourceEdit)),
  ),
);

export const DELETE = route<"sourceId">(async (_request, { ownerId, params }) => {
  await runtime().sources.disconnect(person(ownerId), params.sourceId);
  return new Response(null, { status: 204 });
});
