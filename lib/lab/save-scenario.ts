import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "@/lib/db/client";
import { recordScenario } from "@/lib/lab/record-scenario";
import { builtInScenarios } from "@/lib/scenarios/built-in";
import type { Scenario } from "@/lib/scenarios/scenario";
import { readTranscripts } from "@/lib/threads/read-transcripts";

type Ports = { db: Db; entry: string; folder: string | undefined };

/**
 * Records a thread as a scenario (L4) and writes it to the folder, where there is one, over an earlier recording of
 * that name: `npm run lab -- run NAME` then plays it.
 */
export async function saveScenario(
  { db, entry, folder }: Ports,
  thread: { ownerId: string; threadId: string },
): Promise<{ name: string; saved: boolean; scenario: Scenario }> {
  const { title, ...recorded } = await readTranscripts(db, thread.ownerId, thread.threadId);
  const name = nameFor(title, thread.threadId);
  const scenario = recordScenario({ name, entry, ...recorded });
  if (!folder) return { name, saved: false, scenario };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(scenario, null, 2)}\n`);
  return { name, saved: true, scenario };
}

/** The title's words, in a file's name; the project's own names are taken. */
function nameFor(title: string, threadId: string): string {
  const words =
    title
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.slice(0, 6)
      .join("-") ?? "";
  const isFree = words !== "" && builtInScenarios.every((scenario) => scenario.name !== words);
  return isFree ? words : `thread-${threadId.replace(/[^a-z0-9]/gi, "-")}`;
}
