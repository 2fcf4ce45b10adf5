import { runtime } from "@/lib/agents/runtime";
import { env } from "@/lib/env";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { modelSetting } from "@/lib/model/choose-model";

/**
 * Answers when the database does. Names the model, so that the page can say when it is the demo one (T6), and the MCP
 * servers with what is wrong with them (T2).
 */
export const GET = route(async () => {
  const { db, runs, servers } = runtime();
  await db.thread.count();
  return json({
    status: "ok",
    model: modelSetting(env),
    liveRuns: runs.liveCount(),
    servers: servers
      .status()
      .map(({ name, state, reason, held }) => ({ name, state, reason, held: held.length })),
  });
});
