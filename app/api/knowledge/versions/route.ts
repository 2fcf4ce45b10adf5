import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route(async (_, { ownerId }) =>
  json({ versions: await runtime().knowledge.versions(ownerId) }),
);
