import type { ChooseModel } from "@/lib/agent/model";
import type { RunOutcome, RunPorts, RunRequest, TraceEntry } from "@/lib/agent/run";
import type { Team } from "@/lib/agent/team";
import type { Db } from "@/lib/db/client";
import type { EventWriter, LoggedThread } from "@/lib/runs/event-writer";
import type { Lease } from "@/lib/runs/lease";
import type { RunLimits } from "@/lib/runs/limits";
import type { Queue } from "@/lib/runs/queue";
import type { ThreadFeeds } from "@/lib/runs/thread-feeds";
import type { NewId } from "@/lib/shared/id";

/** The engine's entry. */
export type RunTeam = (team: Team, request: RunRequest, ports: RunPorts) => Promise<RunOutcome>;

/** What is told of a run to the inspector and the lab. */
export type Trace = (run: { runId: string; thread: LoggedThread }, entry: TraceEntry) => void;

/** What the life of a run needs, made once by `createRuns`. */
export type RunParts = {
  db: Db;
  team: Team;
  runTeam: RunTeam;
  chooseModel: ChooseModel;
  writer: EventWriter;
  feeds: ThreadFeeds;
  lease: Lease;
  queue: Queue;
  trace: Trace;
  limits: RunLimits;
  /** Of all runs of an owner that began on one day (C13). */
  maxTokensPerDay?: number | undefined;
  now: () => Date;
  newId: NewId;
};
