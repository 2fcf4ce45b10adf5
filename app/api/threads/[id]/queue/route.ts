import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route<"id">(async (_request, { params, ownerId }) =>
  json({ messages: await runtime().runs.queued(ownerId, params.id) }),
);

/** Takes back `?message=`, or all that wait. */
export const DELETE = route<"id">(async (request, { params, ownerId }) => {
  const message = new URL(request.url).searchParams.get("message") ?? undefined;
  await runtime().runs.takeBack(ownerId, params.id, message);
  return new Response(null, { status: 204 });
});
