import { runtime } from "@/lib/agents/runtime";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { InspectSource } from "@/lib/sources/schema";

export const POST = route(async (request, { signal }) =>
  json(await runtime().sources.inspect(await readJson(request, InspectSource), signal)),
);
