import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const common = {
  env: { KABOO_LOG: "silent" },
  setupFiles: ["lib/testing/setup.ts"],
  globalSetup: ["lib/testing/global-setup.ts"],
  pool: "forks" as const,
  maxWorkers: "100%",
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // Until then, whatever the machine is busy with; what is true is seen at once.
  expect: { poll: { timeout: 15_000 } },
};

/** Whatever keeps rows in the app's database is tested on both that there are. */
const stored = ["lib/{db,runs,threads,changes,dashboards,queries,knowledge}/**/*.test.ts", "chaos/*.test.ts"];

export default defineConfig({
  resolve: {
    alias: { "@": resolve(".") },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: "unit",
          include: ["{app,lib,scripts,bench,chaos}/**/*.test.{ts,tsx}"],
          provide: { databaseKind: "sqlite" as const },
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: "postgresql",
          include: stored,
          provide: { databaseKind: "postgresql" as const },
        },
      },
    ],
  },
});
