import type { NextConfig } from "next";
import { withDependencies } from "./scripts/packages.mjs";

/** The API answers data: nothing in it is loaded or run (S2). Pages have theirs from `proxy.ts`. */
const dataHeaders = [
  { key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'self'" },
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "same-origin" },
  { key: "x-frame-options", value: "SAMEORIGIN" },
];

/** What Node itself loads: the tracer of a standalone folder does not see into workers, nor which native part is taken. */
const untraced = withDependencies(["@duckdb/node-api", "libpg-query", "libsql", "pg", "pg-cursor"]);

const config: NextConfig = {
  // `node server.js` and nothing else, for a container (docs/several-servers.md).
  ...(process.env.KABOO_STANDALONE === "1" && { output: "standalone" }),
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // Native modules and the worker programs are loaded by Node itself, from where they lie.
  serverExternalPackages: ["@duckdb/node-api", "@duckdb/node-bindings", "libsql", "@libsql/client"],
  headers: async () => [{ source: "/api/:path*", headers: dataHeaders }],
  outputFileTracingIncludes: {
    "/api/**": [
      "./lib/sources/workers/**",
      "./prisma/*/migrations/**",
      ...untraced.map((name) => `./node_modules/${name}/**`),
    ],
  },
};

export default config;
