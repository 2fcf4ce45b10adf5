// A server process of its own over a PostgreSQL database: says its URL on one line, then serves until it is ended. Its leases
// are half as long as usual, so that nobody waits longer than they must for a process that sleeps.
import { runTeam } from "@/lib/agent/run-team";
import { openChannel } from "@/lib/db/channel";
import { openPostgres } from "@/lib/db/client";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { serve } from "@/lib/http/testing/serve";
import { answerEvents, answerRun } from "@/lib/runs/endpoints";
import { createRuns } from "@/lib/runs/runs";
import { playScript } from "@/lib/runs/testing/play-script";
import { testTeam } from "@/lib/runs/testing/test-team";
import { newId } from "@/lib/shared/id";

const [, , url = "", script = "{}"] = process.argv;
const runs = createRuns({
  db: openPostgres(url),
  team: testTeam,
  runTeam,
  chooseModel: playScript(JSON.parse(script)),
  openChannel: (listener) => openChannel(url, listener),
  trace: () => {},
  now: () => new Date(),
  newId,
  leaseMs: 5_000,
});
type Handler = (request: Request, id: string) => Promise<Response>;
const served = (handler: Handler) => (request: Request, params: Record<string, string>) =>
  route<"id">((each, context) => handler(each, context.params.id))(request, {
    params: Promise.resolve({ id: params.id ?? "" }),
  });
const server = await serve({
  "POST /api/agent": served((request) => answerRun(runs, request, "local")),
  "GET /api/threads/:id/events": served((request, id) => answerEvents(runs, request, "local", id)),
  "POST /api/threads/:id/cancel": served(async (_, id) =>
    json({ cancelled: await runs.cancel("local", id) }),
  ),
  "POST /api/threads/:id/continue": served(async (_, id) => json(await runs.continue("local", id))),
});
process.once("SIGTERM", async () => {
  await runs.drain(5_000);
  process.exit(0);
});
console.log(server.url);
