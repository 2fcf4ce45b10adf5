import { runtime } from "@/lib/agents/runtime";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { ThreadEdit } from "@/lib/threads/schema";

export const GET = route<"id">(async (_request, { params, ownerId }) =>
  json(await runtime().threads.get(ownerId, params.id)),
);

export const PATCH = route<"id">(async (request, { params, ownerId }) => {
  const { title } = await readJson(request, ThreadEdit);
  return json(await runtime().threads.rename(ownerId, params.id, title));
});

export const DELETE = route<"id">(async (_request, { params, ownerId }) => {
  await runtime().threads.remove(ownerId, params.id);
  return new Response(null, { status: 204 });
});
