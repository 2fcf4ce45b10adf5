import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route<"id">(async (_request, { params, ownerId }) =>
  json({ answers: await runtime().answers.list(ownerId, params.id) }),
);
