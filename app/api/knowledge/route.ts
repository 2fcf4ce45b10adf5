import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { VersionQuery } from "@/lib/dashboards/schema";
import { etag, ifMatch } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { KnowledgeEdit } from "@/lib/knowledge/schema";

/** What the team knows, or knew at `?version=` (T10). */
export const GET = route(async (request, { ownerId }) => {
  const { version } = VersionQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { knowledge } = runtime();
  const found = await (version === undefined ? knowledge.get(ownerId) : knowledge.at(ownerId, version));
  return json(found, { headers: etag(found.version) });
});

export const PATCH = route(async (request, { ownerId }) => {
  const actor = person(ownerId, ifMatch(request));
  const knowledge = await runtime().knowledge.update(actor, await readJson(request, KnowledgeEdit));
  return json(knowledge, { headers: etag(knowledge.version) });
});
