import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const POST = route<"id">(async (_request, { params, ownerId }) =>
  json(await runtime().runs.continue(ownerId, params.id), { status: 202 }),
);
