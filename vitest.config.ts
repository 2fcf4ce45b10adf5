import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: { "@": resolve(".") },
  },
  test: {
    include: ["{app,lib,scripts}/**/*.test.{ts,tsx}"],
    setupFiles: ["lib/testing/setup.ts"],
    globalSetup: ["lib/testing/global-setup.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
