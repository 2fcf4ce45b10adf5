import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { readEarlier } from "@/lib/runs/read-messages";
import { EarlierQuery } from "@/lib/runs/schema";

/** The turns before those that a stream with `?turns=` began with (R4). */
export const GET = route<"id">(async (request, { params, ownerId }) => {
  const query = EarlierQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return json(await readEarlier(runtime().db, { ownerId, threadId: params.id }, query));
});
