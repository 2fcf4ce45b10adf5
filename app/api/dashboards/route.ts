import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { NewDashboard } from "@/lib/dashboards/schema";
import { etag } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route(async (_, { ownerId }) => {
  return json({ dashboards: await runtime().dashboards.list(ownerId) });
});

export const POST = route(async (request, { ownerId }) => {
  const input = await readJson(request, NewDashboard);
  const dashboard = await runtime().dashboards.create(person(ownerId), input);
  return json(dashboard, { status: 201, headers: etag(dashboard.version) });
});
