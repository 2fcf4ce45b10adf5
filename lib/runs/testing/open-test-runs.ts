import { runTeam } from "@/lib/agent/run-team";
import { openChannel } from "@/lib/db/channel";
import type { Db } from "@/lib/db/client";
import { type DatabaseKind, openTestDatabase, type TestDatabase } from "@/lib/db/testing/databases";
import type { StreamOptions } from "@/lib/http/event-stream";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { serve, type TestRoute, type TestServer } from "@/lib/http/testing/serve";
import { answerEvents, answerRun } from "@/lib/runs/endpoints";
import { readEarlier } from "@/lib/runs/read-messages";
import { createRuns, type Runs } from "@/lib/runs/runs";
import { EarlierQuery } from "@/lib/runs/schema";
import { playScript, type Script } from "@/lib/runs/testing/play-script";
import { testTeam } from "@/lib/runs/testing/test-team";
import { newId } from "@/lib/shared/id";

export type { Script };

export type TestRuns = { db: Db; runs: Runs; server: TestServer; url: string; close(): Promise<void> };

/** The real runs with the real engine on a database of their own, behind real sockets; only the model is scripted. */
export async function openTestRuns(
  script: Script,
  given: Partial<Parameters<typeof createRuns>[0]> & {
    ownerId?: string;
    kind?: DatabaseKind;
    database?: TestDatabase;
    stream?: StreamOptions;
  } = {},
): Promise<TestRuns> {
  const { ownerId: as, kind, stream, database = openTestDatabase(kind), ...parts } = given;
  const { db, url } = database;
  const runs = createRuns({
    db,
    team: testTeam,
    runTeam,
    chooseModel: playScript(script),
    trace: () => {},
    now: () => new Date(),
    newId,
    openChannel: url === undefined ? undefined : (listener) => openChannel(url, listener),
    ...parts,
  });
  const server = await serve({
    "POST /api/agent": routed((request, owner) => answerRun(runs, request, as ?? owner, stream)),
    "GET /api/threads/:id/events": routed((request, owner, id) =>
      answerEvents(runs, request, as ?? owner, id, stream),
    ),
    "GET /api/threads/:id/messages": routed(async (request, owner, threadId) => {
      const query = EarlierQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
      return json(await readEarlier(db, { ownerId: as ?? owner, threadId }, query));
    }),
    "POST /api/threads/:id/cancel": routed(async (_request, owner, id) =>
      json({ cancelled: await runs.cancel(as ?? owner, id) }),
    ),
  });
  return {
    db,
    runs,
    server,
    url: server.url,
    async close() {
      await server.close();
      await runs.close();
      await database.close();
    },
  };
}

type Handler = (request: Request, ownerId: string, id: string) => Promise<Response>;

function routed(handler: Handler): TestRoute {
  const handle = route<"id">((request, { params, ownerId }) => handler(request, ownerId, params.id));
  return (request, params) => handle(request, { params: Promise.resolve({ id: params.id ?? "" }) });
}
