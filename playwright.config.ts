import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

/** This file is read anew by each worker: they write into the folder that the first reading made. */
function dataFolder(model: string): string {
  const key = `KABOO_E2E_DATA_${model}`;
  process.env[key] ??= mkdtempSync(join(tmpdir(), `kaboo-${model}-`));
  return process.env[key];
}

/** The scenarios, in a folder where more can be saved (L4). */
function scenariosIn(folder: string): string {
  const scenarios = join(folder, "scenarios");
  if (!existsSync(scenarios)) cpSync("e2e/scenarios", scenarios, { recursive: true });
  return scenarios;
}

/** A production server with a data folder of its own, answered by the named model. */
function server(name: string, port: number, env: Record<string, string> = { MODEL: name }) {
  return {
    command: "node scripts/serve.mjs start",
    url: `http://localhost:${port}/api/health`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 } as const,
    env: {
      PORT: String(port),
      KABOO_SCENARIOS: scenariosIn(dataFolder(name)),
      ...(name === "scripted" && { KABOO_MCP_CONFIG: "e2e/mcp.json" }),
      KABOO_DATA: dataFolder(name),
      ...env,
    },
  };
}

// Two checkouts on one machine can be tried at once, each from a first port of its own.
const firstPort = Number(process.env.KABOO_E2E_PORT ?? 4310);
const ports = {
  demo: firstPort,
  scripted: firstPort + 1,
  wired: firstPort + 500,
  provider: firstPort + 501,
  assistants: firstPort + 502,
};

/** A provider of models that fails as it is asked to, and a server that uses it. */
const provider = {
  command: `node node_modules/tsx/dist/cli.mjs lib/model/testing/wire/run.ts ${ports.provider}`,
  port: ports.provider,
  reuseExistingServer: false,
};
const wired = server("wired", ports.wired, {
  MODEL: "openai-compatible:wire",
  OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${ports.provider}/v1`,
});

// What another assistant makes is shown on every canvas that follows: it has a server of its own.
const assistants = server("assistants", ports.assistants, { MODEL: "demo" });

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "test-results/results.json" }],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // Frames cost more than the tests themselves where no GPU draws them; what the page was is kept all the same.
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: {
      ...(process.env.KABOO_CHROMIUM ? { executablePath: process.env.KABOO_CHROMIUM } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "demo", testMatch: "demo/**/*.spec.ts", use: { baseURL: `http://localhost:${ports.demo}` } },
    {
      name: "scripted",
      testMatch: "scripted/**/*.spec.ts",
      use: { baseURL: `http://localhost:${ports.scripted}` },
    },
    {
      name: "assistants",
      testMatch: "assistants/**/*.spec.ts",
      fullyParallel: false,
      use: { baseURL: `http://localhost:${ports.assistants}` },
    },
    { name: "wired", testMatch: "wired/**/*.spec.ts", use: { baseURL: `http://localhost:${ports.wired}` } },
  ],
  webServer: [server("demo", ports.demo), server("scripted", ports.scripted), provider, wired, assistants],
});
