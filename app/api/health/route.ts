import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** Answers when the database does. */
export const GET = route(async () => {
  const { db, runs } = runtime();
  await db.thread.count();
  return json({ status: "ok", liveRuns: runs.liveCount() });
});
