import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { etag, ifMatch } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { QueryEdit } from "@/lib/queries/schema";

export const GET = route<"id">(async (_, { params, ownerId }) => {
  const query = await runtime().queries.get(ownerId, params.id);
  return json(query, { headers: etag(query.version) });
});

export const PATCH = route<"id">(async (request, { params, ownerId }) => {
  const actor = person(ownerId, ifMatch(request));
  const query = await runtime().queries.update(actor, params.id, await readJson(request, QueryEdit));
  return json(query, { headers: etag(query.version) });
});

export const DELETE = route<"id">(async (request, { params, ownerId }) => {
  await runtime().queries.remove(person(ownerId, ifMatch(request)), params.id);
  return new Response(null, { status: 204 });
});
