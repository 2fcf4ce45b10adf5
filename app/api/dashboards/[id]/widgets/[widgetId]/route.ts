import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { WidgetEdit } from "@/lib/dashboards/schema";
import { etag, ifMatch } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const PATCH = route<"id" | "widgetId">(async (request, { params, ownerId }) => {
  const actor = person(ownerId, ifMatch(request));
  const edit = await readJson(request, WidgetEdit);
  const dashboard = await runtime().dashboards.updateWidget(actor, params.id, params.widgetId, edit);
  return json(dashboard, { headers: etag(dashboard.version) });
});

export const DELETE = route<"id" | "widgetId">(async (request, { params, ownerId }) => {
  const actor = person(ownerId, ifMatch(request));
  const dashboard = await runtime().dashboards.removeWidget(actor, params.id, params.widgetId);
  return json(dashboard, { headers: etag(dashboard.version) });
});
