import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { limitRuns } from "@/lib/http/rate-limit";
import { route } from "@/lib/http/route";

export const POST = route<"id">(async (_request, { params, ownerId }) => {
  limitRuns(ownerId);
  return json(await runtime().runs.continue(ownerId, params.id), { status: 202 });
});
