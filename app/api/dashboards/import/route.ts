import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { DashboardFile } from "@/lib/dashboards/schema";
import { etag } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** A dashboard from a file that was exported before (D10). */
export const POST = route(async (request, { ownerId }) => {
  const file = await readJson(request, DashboardFile, { maxBytes: 4_000_000 });
  const dashboard = await runtime().dashboards.importFile(person(ownerId), file);
  return json(dashboard, { status: 201, headers: etag(dashboard.version) });
});
