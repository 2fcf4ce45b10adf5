import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { preparePostgres } from "@/lib/db/client";
import { startPostgres } from "@/lib/testing/postgres";

declare module "vitest" {
  export interface ProvidedContext {
    /** A superuser's address of the run's PostgreSQL server. */
    postgresUrl: string;
    /** Which database services are tested on in this project. */
    databaseKind: "sqlite" | "postgresql";
  }
}

/** One PostgreSQL server for a whole test run, with a template that each test's own database is a copy of. */
export default async function setup(project: TestProject) {
  const server = await startPostgres();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query("CREATE DATABASE kaboo_template");
  await client.end();
  await preparePostgres(server.url.replace(/postgres$/, "kaboo_template"));
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
