import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { etag } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { KnowledgeUndo } from "@/lib/knowledge/schema";

/** Needs no version: it says what it takes back. */
export const POST = route(async (request, { ownerId }) => {
  const { changeIds } = await readJson(request, KnowledgeUndo);
  const knowledge = await runtime().knowledge.undo(person(ownerId), changeIds);
  return json(knowledge, { headers: etag(knowledge.version) });
});
