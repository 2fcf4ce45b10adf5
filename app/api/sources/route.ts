import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { json, readJson } from "@/lib/http/json";
import { limitConnecting } from "@/lib/http/rate-limit";
import { route } from "@/lib/http/route";
import { NewSource } from "@/lib/sources/schema";

export const GET = route(async (_request, { ownerId }) =>
  json({ sources: await runtime().sources.list(ownerId) }),
);

export const POST = route(async (request, { ownerId }) => {
  limitConnecting(ownerId);
  return json(await runtime().sources.connect(person(ownerId), await readJson(request, NewSource)), {
    status: 201,
  });
});
