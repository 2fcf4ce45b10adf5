import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { builtInScenarios } from "@/lib/scenarios/built-in";
import { Scenario } from "@/lib/scenarios/scenario";
import { AppError } from "@/lib/shared/app-error";

/** Scenarios by name: those of the project, and the JSON files of a folder, read again when a file changes (L5). */
export type ScenarioLibrary = {
  list(): Scenario[];
  /** Throws `bad_input` naming what is there, or what is wrong with a file. */
  find(name: string): Scenario;
};

type Loaded = { modified: number; scenario: Scenario } | { modified: number; problem: string };

export function createScenarioLibrary(folder: string | undefined): ScenarioLibrary {
  const loaded = new Map<string, Loaded>();
  const files = () => (folder ? loadFolder(folder, loaded) : []);
  const list = () => [
    ...builtInScenarios,
    ...files().flatMap((file) => ("scenario" in file ? [file.scenario] : [])),
  ];
  return {
    list,
    find(name) {
      const builtIn = builtInScenarios.find((scenario) => scenario.name === name);
      if (builtIn) return builtIn;
      const all = list();
      const found = all.find((scenario) => scenario.name === name);
      if (found) return found;
      const problems = files().flatMap((file) => ("problem" in file ? [file.problem] : []));
      const known = all.map((scenario) => scenario.name).join(", ");
      throw new AppError(
        "bad_input",
        [`There is no scenario "${name}". There are: ${known}.`, ...problems].join(" "),
      );
    },
  };
}

function loadFolder(folder: string, loaded: Map<string, Loaded>): Loaded[] {
  return filesOf(folder).map((file) => {
    const path = join(folder, file);
    const modified = statSync(path).mtimeMs;
    const known = loaded.get(path);
    if (known?.modified === modified) return known;
    const fresh = { modified, ...readScenario(path, file) };
    loaded.set(path, fresh);
    return fresh;
  });
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith(".json"));
  } catch (cause) {
    throw new AppError("bad_input", "The folder named by KABOO_SCENARIOS can't be read.", { cause });
  }
}

function readScenario(path: string, file: string): { scenario: Scenario } | { problem: string } {
  try {
    const parsed = Scenario.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (parsed.success) return { scenario: parsed.data };
    return { problem: `${file} is not a scenario: ${z.prettifyError(parsed.error)}` };
  } catch (error) {
    return {
      problem: `${file} can't be read as JSON: ${error instanceof Error ? error.message : "unknown"}`,
    };
  }
}
