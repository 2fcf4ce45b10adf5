import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const POST = route<"id">(async (_request, { params, ownerId }) =>
  json({ cancelled: await runtime().runs.cancel(ownerId, params.id) }),
);
