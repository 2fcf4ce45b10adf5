import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route<"id">(async (_, { params, ownerId }) => {
  return json({ uses: await runtime().queries.uses(ownerId, [params.id]) });
});
