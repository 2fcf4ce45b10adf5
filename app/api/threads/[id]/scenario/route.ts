import { runtime } from "@/lib/agents/runtime";
import { env } from "@/lib/env";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { saveScenario } from "@/lib/lab/save-scenario";

/** The conversation as a scenario (L4), written to the folder in KABOO_SCENARIOS where there is one. */
export const POST = route<"id">(async (_request, { params, ownerId }) => {
  const { db, team } = runtime();
  const ports = { db, entry: team.entry, folder: env.KABOO_SCENARIOS };
  return json(await saveScenario(ports, { ownerId, threadId: params.id }));
});
