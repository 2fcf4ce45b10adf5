import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** What was deleted in the last 30 days (D13). */
export const GET = route(async (_, { ownerId }) => {
  return json({ dashboards: await runtime().dashboards.trash(ownerId) });
});
