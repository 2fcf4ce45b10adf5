import { checkTeam } from "@/lib/agent/check-team";
import type { TraceEntry } from "@/lib/agent/run";
import { runTeam } from "@/lib/agent/run-team";
import { createServices, type Services } from "@/lib/agents/services";
import { createTeam } from "@/lib/agents/team";
import { type Db, openDb, openPostgres } from "@/lib/db/client";
import { env } from "@/lib/env";
import { withLab } from "@/lib/lab/with-lab";
import { createChooseModel } from "@/lib/model/choose-model";
import { createRuns, type Runs } from "@/lib/runs/runs";
import { newId } from "@/lib/shared/id";
import { createSources, type Sources } from "@/lib/sources/sources";
import { createThreads, type Threads } from "@/lib/threads/threads";

export type Runtime = Services & { threads: Threads; runs: Runs; team: ReturnType<typeof createTeam> };

/** What there may be one of per process: the database's client, the pool of engines, the live runs. */
type Kept = { db: Db; sources: Sources; runs: Runs };

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
  const sources = kept?.sources ?? createSources({ dataFolder, db, now, newId });
  const services = createServices({
    dataFolder,
    db,
    now,
    newId,
    sources,
    onChange: (change, ownerId) => runs.broadcastChange(ownerId, change),
  });
  const ownTeam = createTeam(services);
  const team = env.MODEL === "scripted" ? withLab(ownTeam) : ownTeam;
  checkTeam(team);
  const chooseModel = createChooseModel(env);
  const runs = kept?.runs ?? createRuns({ db, team, runTeam, chooseModel, trace, now, newId });
  runs.takeTeam({ team, runTeam, chooseModel });
  globalThis.kabooKept = { db, sources, runs };
  return { ...services, threads: createThreads({ db, now }), runs, team };
}

function trace(run: { runId: string }, entry: TraceEntry): void {
  if (entry.kind !== "warning") return;
  const { agent, reason, tool, view } = entry;
  console.warn(
    `run ${run.runId}: ${agent}${tool ? `, ${tool}` : ""}${view ? `, view ${view}` : ""}: ${reason}`,
  );
}
