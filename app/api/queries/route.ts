import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { etag } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { NewQuery } from "@/lib/queries/schema";

export const GET = route(async (_, { ownerId }) => {
  return json({ queries: await runtime().queries.list(ownerId) });
});

export const POST = route(async (request, { ownerId }) => {
  const query = await runtime().queries.create(person(ownerId), await readJson(request, NewQuery));
  return json(query, { status: 201, headers: etag(query.version) });
});
