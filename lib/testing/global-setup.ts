import type { TestProject } from "vitest/node";
import { startPostgres } from "@/lib/testing/postgres";

declare module "vitest" {
  export interface ProvidedContext {
    /** A superuser's address of the run's PostgreSQL server. */
    postgresUrl: string;
  }
}

/** One PostgreSQL server for a whole test run; each test takes databases of its own from it. */
export default async function setup(project: TestProject) {
  const server = await startPostgres();
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
