import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { Restore } from "@/lib/dashboards/schema";
import { etag, ifMatch } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const POST = route<"id">(async (request, { params, ownerId }) => {
  const base = request.headers.has("if-match") ? ifMatch(request) : undefined;
  const { version } = await readJson(request, Restore);
  const dashboard = await runtime().dashboards.restore(person(ownerId, base), params.id, version);
  return json(dashboard, { headers: etag(dashboard.version) });
});
