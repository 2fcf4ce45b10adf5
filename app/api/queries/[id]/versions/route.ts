import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { versionsOf } from "@/lib/queries/versions";

export const GET = route<"id">(async (_, { params, ownerId }) => {
  const { queries, changes } = runtime();
  const query = await queries.get(ownerId, params.id);
  return json({ versions: await versionsOf(changes, ownerId, query.id) });
});
