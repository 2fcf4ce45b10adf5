import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AGUIEvent, Interrupt, ResumeEntry } from "@ag-ui/core";
import type { ChooseModel } from "@/lib/agent/model";
import type { TraceEntry } from "@/lib/agent/run";
import { runTeam } from "@/lib/agent/run-team";
import type { Team } from "@/lib/agent/team";
import { createServices, type Services } from "@/lib/agents/services";
import { createTeam } from "@/lib/agents/team";
import { type Db, openDb } from "@/lib/db/client";
import { type TurnResult, turnResult } from "@/lib/lab/turn-result";
import type { McpServers } from "@/lib/mcp/client/servers";
import type { RunInput } from "@/lib/runs/run-input";
import { createRuns } from "@/lib/runs/runs";
import { withLab } from "@/lib/scenarios/with-lab";
import { newId } from "@/lib/shared/id";
import type { Json, JsonObject } from "@/lib/shared/json";
import { createSources, type Sources } from "@/lib/sources/sources";
import { referencesKey } from "@/lib/workspace/keys";

/** A database and the engines of the sample company. Many labs may stand on one: each is an owner of its own. */
export type Ground = {
  dataFolder: string;
  db: Db;
  sources: Sources;
  /** MCP servers whose tools the team has, too. */
  servers?: McpServers;
  close(): Promise<void>;
};

export type GroundParts = {
  /** A folder where the sample company is made once and kept. */
  sampleFolder: string;
  sampleAccounts?: number;
};

export type LabParts = {
  chooseModel: ChooseModel;
  ground: Ground;
  /** Changes the team before it works: broken views, watched tools. */
  adapt?: (team: Team, services: Services) => Team;
  /** A real model answers: its provider counts the tokens. */
  isLive?: boolean;
};

export type LabTurn = {
  message: string;
  context?: { description: string; value: string }[];
  forwardedProps?: JsonObject;
  /** What the person says to what is asked; nothing leaves it open. */
  answer?: (interrupts: readonly Interrupt[]) => ResumeEntry[];
  references?: Json;
};

/** The real services, team, engine and runs on a database of their own; only the model is given. */
export type Lab = {
  services: Services;
  ownerId: string;
  /** Plays a person's message in a thread through a real run. */
  say(threadId: string, turn: LabTurn): Promise<TurnResult>;
  /** Stops what runs in a thread, as the person's Stop does. */
  stop(threadId: string): Promise<void>;
  close(): Promise<void>;
};

const now = () => new Date();

export function openGround(sample: GroundParts): Ground {
  const dataFolder = mkdtempSync(join(tmpdir(), "kaboo-lab-"));
  const db = openDb(dataFolder);
  const sources = createSources({ dataFolder, db, now, newId, ...sample });
  return {
    dataFolder,
    db,
    sources,
    async close() {
      await sources.close();
      await db.$disconnect();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export async function openLab({ chooseModel, ground, adapt, isLive = false }: LabParts): Promise<Lab> {
  const { dataFolder, db, sources, servers } = ground;
  const services = createServices({ dataFolder, db, now, newId, sources });
  const own = withLab(createTeam(services, servers));
  const team = adapt ? adapt(own, services) : own;
  const traces = new Map<string, TraceEntry[]>();
  const trace = ({ runId }: { runId: string }, entry: TraceEntry) => void traces.get(runId)?.push(entry);
  const runs = createRuns({ db, team, runTeam, chooseModel, trace, now, newId });
  const ownerId = `lab-${randomUUID()}`;
  return {
    services,
    ownerId,
    async say(threadId, turn) {
      const entries: TraceEntry[] = [];
      const events: AGUIEvent[] = [];
      const startedAt = performance.now();
      let says: Pick<RunInput, "messages" | "resume"> = {
        messages: [{ id: newId("m"), role: "user", content: turn.message }],
      };
      // What is asked on the way is answered, and belongs to the turn (H1).
      do {
        const runId = newId("r");
        traces.set(runId, entries);
        const stream = await runs.startAndRead(ownerId, {
          threadId,
          runId,
          ...says,
          context: turn.context ?? [],
          forwardedProps: turn.forwardedProps ?? {},
          state: turn.references ? { [referencesKey]: turn.references } : {},
          tools: [],
        });
        events.push(...(await readEvents(stream(new AbortController().signal))));
        await runs.settled();
        traces.delete(runId);
        says = { messages: [], resume: turn.answer?.(interruptsIn(events)) ?? [] };
      } while (says.resume?.length);
      const durationMs = performance.now() - startedAt;
      return turnResult(events, entries, durationMs, isLive);
    },
    async stop(threadId) {
      await runs.cancel(ownerId, threadId);
    },
    close: () => runs.close(),
  };
}

/** What the newest run ended asking. */
function interruptsIn(events: readonly AGUIEvent[]): Interrupt[] {
  const last = events.at(-1);
  return last?.type === "RUN_FINISHED" && last.outcome?.type === "interrupt" ? last.outcome.interrupts : [];
}

/** The events of an SSE body. */
async function readEvents(pieces: AsyncIterator<string>): Promise<AGUIEvent[]> {
  let text = "";
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) text += next.value;
  return text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
}
