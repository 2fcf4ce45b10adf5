import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route(async (_request, { ownerId }) =>
  json({ ratings: await runtime().answers.ratings(ownerId) }),
);
