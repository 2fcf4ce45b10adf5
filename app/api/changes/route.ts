import { runtime } from "@/lib/agents/runtime";
import { ChangesQuery } from "@/lib/changes/schema";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

export const GET = route(async (request, { ownerId }) => {
  const { thread, dashboard, after } = ChangesQuery.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  );
  const filter = { threadId: thread, dashboardId: dashboard, after };
  return json({ changes: await runtime().changes.list(ownerId, filter) });
});
