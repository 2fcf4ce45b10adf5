import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { etag } from "@/lib/http/if-match";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** Out of the trash (D13). */
export const POST = route<"id">(async (_, { params, ownerId }) => {
  const dashboard = await runtime().dashboards.recover(person(ownerId), params.id);
  return json(dashboard, { headers: etag(dashboard.version) });
});
