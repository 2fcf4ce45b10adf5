import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // Native modules and the worker programs are loaded by Node itself, from where they lie.
  serverExternalPackages: ["@duckdb/node-api", "@duckdb/node-bindings", "libsql", "@libsql/client"],
  outputFileTracingIncludes: { "/api/**": ["./lib/sources/workers/**", "./prisma/**"] },
};

export default config;
