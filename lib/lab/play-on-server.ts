import { join } from "node:path";
import type { Env } from "@/lib/env";
import type { KeptRun } from "@/lib/lab/kept-run";
import { keepRun, readLastRun } from "@/lib/lab/last-runs";
import { openGround } from "@/lib/lab/open-lab";
import { runScenario } from "@/lib/lab/run-scenario";
import { createScenarioLibrary } from "@/lib/scenarios/scenario-library";
import { AppError } from "@/lib/shared/app-error";

export const labFolder = (env: Env): string => join(env.KABOO_DATA, "lab");

export type ListedScenario = { name: string; description: string; last: KeptRun | undefined };

/** Every scenario with its last run. Throws not_found in production. */
export function listScenarios(env: Env): ListedScenario[] {
  refuseInProduction(env);
  return createScenarioLibrary(env.KABOO_SCENARIOS)
    .list()
    .map(({ name, description = "" }) => ({ name, description, last: readLastRun(labFolder(env), name) }));
}

/** Plays a scenario with the scripted model, on a database of its own, and keeps what came of it. */
export async function playScenario(env: Env, name: string): Promise<KeptRun> {
  refuseInProduction(env);
  const scenario = createScenarioLibrary(env.KABOO_SCENARIOS).find(name);
  const ground = openGround({ sampleFolder: join(env.KABOO_DATA, "sample") });
  try {
    return keepRun(labFolder(env), await runScenario(scenario, { ground }));
  } finally {
    await ground.close();
  }
}

function refuseInProduction(env: Env): void {
  if (env.NODE_ENV === "production") throw new AppError("not_found", "The lab is for development.");
}
