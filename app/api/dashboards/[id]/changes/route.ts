import { runtime } from "@/lib/agents/runtime";
import { SinceQuery } from "@/lib/dashboards/schema";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route<"id">(async (request, { params, ownerId }) => {
  const { since } = SinceQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return json({ changes: await runtime().dashboards.changesSince(ownerId, params.id, since) });
});
