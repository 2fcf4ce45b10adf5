import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: { "@": resolve("."), "server-only": resolve("node_modules/server-only/empty.js") },
  },
  test: {
    include: ["{app,lib,scripts}/**/*.test.{ts,tsx}"],
    setupFiles: ["lib/testing/setup.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
