import { runtime } from "@/lib/agents/runtime";
import { json, readJson } from "@/lib/http/json";
import { limitConnecting } from "@/lib/http/rate-limit";
import { route } from "@/lib/http/route";
import { InspectSource } from "@/lib/sources/schema";

export const POST = route(async (request, { ownerId, signal }) => {
  limitConnecting(ownerId);
  return json(await runtime().sources.inspect(ownerId, await readJson(request, InspectSource), signal));
});
