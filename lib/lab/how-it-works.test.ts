import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openGround } from "@/lib/lab/open-lab";
import { runScenario } from "@/lib/lab/run-scenario";
import { builtInScenarios } from "@/lib/scenarios/built-in";

const ground = openGround({ sampleFolder: ".data-test/sample", sampleAccounts: 400 });
afterAll(() => ground.close());

const joined = (types: readonly string[]) => types.filter((type, index) => type !== types[index - 1]);

test("[E5] the diagram in docs/how-it-works.md is the order of a real run's events", async () => {
  const [first = ""] = readFileSync("docs/how-it-works.md", "utf8").split("## A person's drag");
  const drawn = [...first.matchAll(/E->>P: ([A-Z_]+)/g)].map(([, type]) => type ?? "");
  const scenario = builtInScenarios.find(({ name }) => name === "delegate-dashboard");
  if (!scenario) throw new Error("The scenario is gone.");
  const { turns } = await runScenario(scenario, { ground });
  expect(drawn).toEqual(joined(turns.flatMap(({ events }) => events.map(({ type }) => String(type)))));
});
