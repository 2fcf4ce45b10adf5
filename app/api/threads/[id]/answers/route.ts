import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { AnswersQuery } from "@/lib/runs/schema";

export const GET = route<"id">(async (request, { params, ownerId }) => {
  const query = AnswersQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return json(await runtime().answers.list(ownerId, params.id, query));
});
