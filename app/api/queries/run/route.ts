import { runtime } from "@/lib/agents/runtime";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { RunQuery } from "@/lib/sources/schema";

export const POST = route(async (request, { ownerId, signal }) => {
  const asked = await readJson(request, RunQuery);
  return json(await runtime().sources.run(ownerId, { ...asked, signal }));
});
