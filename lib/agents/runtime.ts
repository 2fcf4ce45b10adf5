import { checkTeam } from "@/lib/agent/check-team";
import { runTeam } from "@/lib/agent/run-team";
import { createServices, type Services } from "@/lib/agents/services";
import { createTeam } from "@/lib/agents/team";
import { type OpenChannel, openChannel } from "@/lib/db/channel";
import { type Db, openDb, openPostgres } from "@/lib/db/client";
import { env } from "@/lib/env";
import { openConfiguredServers } from "@/lib/mcp/client/open-configured-servers";
import type { McpServers } from "@/lib/mcp/client/servers";
import { createMcpEndpoint, type McpEndpoint } from "@/lib/mcp/server/endpoint";
import { createChooseModel } from "@/lib/model/choose-model";
import { log } from "@/lib/observability/log";
import { createMetrics, type Metrics } from "@/lib/observability/metrics";
import { type Answers, createAnswers } from "@/lib/runs/answers";
import { parsePrice } from "@/lib/runs/price";
import type { Trace } from "@/lib/runs/run-parts";
import { createRuns, type Runs } from "@/lib/runs/runs";
import { createTraces, type Traces } from "@/lib/runs/traces";
import { withLab } from "@/lib/scenarios/with-lab";
import { newId } from "@/lib/shared/id";
import { createSources, type Sources } from "@/lib/sources/sources";
import { createThreads, type Threads } from "@/lib/threads/threads";

export type Runtime = Services & {
  threads: Threads;
  runs: Runs;
  answers: Answers;
  /** In production nothing is kept. */
  traces: Traces | undefined;
  metrics: Metrics;
  team: ReturnType<typeof createTeam>;
  /** The app as a server for other assistants (T4). */
  mcp: McpEndpoint;
  /** Other servers, whose tools the team uses (T2). */
  servers: McpServers;
};

/** What there may be one of per process: the database's client, the pool of engines, the live runs. */
type Kept = {
  db: Db;
  sources: Sources;
  runs: Runs;
  traces: Traces | undefined;
  metrics: Metrics;
  mcp: McpEndpoint;
  servers: McpServers;
};

declare global {
  // Outlives a hot reload, which makes the modules anew.
  var kabooKept: Kept | undefined;
}

let made: Runtime | undefined;

/** The server's services, team and runs, wired together. Made at first use; after a hot reload, of the new code. */
export function runtime(): Runtime {
  made ??= compose();
  return made;
}

function compose(): Runtime {
  const now = () => new Date();
  const dataFolder = env.KABOO_DATA;
  const kept = globalThis.kabooKept;
  const db = kept?.db ?? (env.DATABASE_URL ? openPostgres(env.DATABASE_URL) : openDb(dataFolder));
  const metrics: Metrics = kept?.metrics ?? createMetrics({ liveRuns: () => runs.liveCount() });
  const sources =
    kept?.sources ??
    createSources({
      ...{ dataFolder, db, now, newId, secret: env.KABOO_SECRET, environment: process.env },
      onAnswer: metrics.noteQuery,
      onChange: (change, ownerId) => runs.broadcastChange(ownerId, change),
    });
  const services = createServices({
    dataFolder,
    db,
    now,
    newId,
    sources,
    onChange: (change, ownerId) => runs.broadcastChange(ownerId, change),
  });
  const servers = kept?.servers ?? openConfiguredServers(env, process.env);
  const maxTokensPerRun = env.KABOO_TOKENS_PER_RUN;
  const ownTeam = {
    ...createTeam(services, servers),
    ...(maxTokensPerRun !== undefined && { maxTokensPerRun }),
  };
  const team = env.MODEL === "scripted" ? withLab(ownTeam) : ownTeam;
  checkTeam(team);
  const chooseModel = createChooseModel(env);
  const traces = kept?.traces ?? (env.NODE_ENV === "development" ? createTraces(now) : undefined);
  const trace: Trace = (run, entry) => {
    traces?.keep(run, entry);
    metrics.noteTrace(entry);
    logWarning(run, entry);
  };
  const maxTokensPerDay = env.KABOO_TOKENS_PER_DAY;
  const runs: Runs =
    kept?.runs ??
    createRuns({
      db,
      team,
      openChannel: channelOf(env.DATABASE_URL),
      runTeam,
      chooseModel,
      trace,
      now,
      newId,
      maxTokensPerDay,
      limits: {
        minutesPerRun: env.KABOO_MINUTES_PER_RUN,
        runs: env.KABOO_MAX_RUNS,
        readers: env.KABOO_MAX_READERS,
      },
      onEnd: metrics.noteRun,
      onLag: metrics.noteLag,
    });
  runs.takeTeam({ team, runTeam, chooseModel });
  const mcp = kept?.mcp ?? createMcpEndpoint({ runs, now, newId });
  globalThis.kabooKept = { db, sources, runs, traces, metrics, mcp, servers };
  const answers = createAnswers({ db, now, price: parsePrice(env.KABOO_PRICE) });
  return {
    ...services,
    threads: createThreads({ db, now }),
    runs,
    answers,
    traces,
    metrics,
    team,
    mcp,
    servers,
  };
}

const logWarning: Trace = (run, entry) => {
  if (entry.kind !== "warning") return;
  const { kind: _, reason, ...about } = entry;
  log.warn({ runId: run.runId, threadId: run.thread.threadId, ...about }, reason);
};

/** Server processes on one PostgreSQL database hear of one another (R9). */
function channelOf(url: string | undefined): OpenChannel | undefined {
  return url === undefined ? undefined : (listener) => openChannel(url, listener);
}
