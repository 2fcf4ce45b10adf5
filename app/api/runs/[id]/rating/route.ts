import { runtime } from "@/lib/agents/runtime";
import { readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { NewRating } from "@/lib/runs/schema";

export const PUT = route<"id">(async (request, { params, ownerId }) => {
  await runtime().answers.rate(ownerId, params.id, await readJson(request, NewRating));
  return new Response(null, { status: 204 });
});

export const DELETE = route<"id">(async (_request, { params, ownerId }) => {
  await runtime().answers.unrate(ownerId, params.id);
  return new Response(null, { status: 204 });
});
