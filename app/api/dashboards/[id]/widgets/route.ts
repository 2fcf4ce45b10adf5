import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { NewWidget } from "@/lib/dashboards/schema";
import { etag, ifMatch } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const POST = route<"id">(async (request, { params, ownerId }) => {
  const actor = person(ownerId, ifMatch(request));
  const widget = await readJson(request, NewWidget);
  const dashboard = await runtime().dashboards.addWidget(actor, params.id, widget);
  return json(dashboard, { status: 201, headers: etag(dashboard.version) });
});
