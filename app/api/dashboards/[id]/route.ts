import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { DashboardEdit, VersionQuery } from "@/lib/dashboards/schema";
import { etag, ifMatch } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** As it is now, or with `?version=` as it was (D5). */
export const GET = route<"id">(async (request, { params, ownerId }) => {
  const { version } = VersionQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { dashboards } = runtime();
  const dashboard = await (version === undefined
    ? dashboards.get(ownerId, params.id)
    : dashboards.at(ownerId, params.id, version));
  return json(dashboard, { headers: etag(dashboard.version) });
});

export const PATCH = route<"id">(async (request, { params, ownerId }) => {
  const actor = person(ownerId, ifMatch(request));
  const edit = await readJson(request, DashboardEdit);
  const dashboard = await runtime().dashboards.update(actor, params.id, edit);
  return json(dashboard, { headers: etag(dashboard.version) });
});

export const DELETE = route<"id">(async (request, { params, ownerId }) => {
  await runtime().dashboards.remove(person(ownerId, ifMatch(request)), params.id);
  return new Response(null, { status: 204 });
});
