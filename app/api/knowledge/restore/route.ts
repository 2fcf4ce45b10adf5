import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { etag, ifMatch } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { KnowledgeRestore } from "@/lib/knowledge/schema";

export const POST = route(async (request, { ownerId }) => {
  const base = request.headers.has("if-match") ? ifMatch(request) : undefined;
  const { version } = await readJson(request, KnowledgeRestore);
  const knowledge = await runtime().knowledge.restore(person(ownerId, base), version);
  return json(knowledge, { headers: etag(knowledge.version) });
});
