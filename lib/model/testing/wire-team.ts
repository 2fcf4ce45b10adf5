import { z } from "zod";
import { defineTool } from "@/lib/agent/define-tool";
import type { RunOutcome, RunPorts, TraceEntry } from "@/lib/agent/run";
import { runTeam } from "@/lib/agent/run-team";
import type { Team } from "@/lib/agent/team";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { parseEnv } from "@/lib/env";
import { createChooseModel } from "@/lib/model/choose-model";
import { newId } from "@/lib/shared/id";

/** A team of one with one tool, a view that says something new at each call, and a key it sees. */
const team: Team = {
  entry: "analyst",
  agents: {
    analyst: {
      description: "Works.",
      instructions: "You work. ".repeat(20),
      tools: ["box___*"],
      views: ["clock"],
      workspace: ["/kaboo_workspace/project"],
    },
  },
  tools: [
    defineTool({
      name: "box___put",
      description: "Puts a value into the box.",
      input: z.strictObject({ value: z.string() }),
      run: async ({ value }) => ({ text: `Put ${value}.`, structured: { value } }),
    }),
  ],
  views: {
    clock: {
      render: ({ mark }) => {
        const tick = typeof mark === "number" ? mark + 1 : 1;
        return { base: `base at ${tick}`, ...(tick > 1 && { changes: `tick ${tick}` }), mark: tick };
      },
    },
  },
  effects: [{ tool: "box___put", path: "/kaboo_workspace/project" }],
  pending: [],
  workflows: {},
  stateKeys: { kaboo_workspace: { writer: "effects", visible: true } },
  initialState: { kaboo_workspace: { project: { value: "nothing" } } },
};

type RunEvent = Parameters<RunPorts["emit"]>[0];

export type WireRun = RunOutcome & { events: RunEvent[]; warnings: string[]; transcripts: MemoryTranscripts };

/** One run of that team through the real engine, with the model that these settings choose; in a thread that goes on. */
export async function runWired(
  settings: Record<string, string>,
  transcripts = new MemoryTranscripts(),
): Promise<WireRun> {
  const events: RunEvent[] = [];
  const warnings: string[] = [];
  const trace = (entry: TraceEntry) => {
    if (entry.kind === "warning") warnings.push(entry.reason);
  };
  const outcome = await runTeam(
    team,
    {
      threadId: "t_1",
      runId: newId("r"),
      ownerId: "local",
      message: { id: newId("m"), content: "Put two things into the box." },
      context: [],
      forwardedProps: {},
      state: {},
    },
    {
      chooseModel: createChooseModel(parseEnv(settings)),
      transcripts,
      emit: (event) => void events.push(event),
      stored: async () => {},
      trace,
      now: () => new Date(),
      newId,
      signal: new AbortController().signal,
    },
  );
  return { ...outcome, events, warnings, transcripts };
}
