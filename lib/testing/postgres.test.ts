import { Client } from "pg";
import { expect, test } from "vitest";
import { startPostgres } from "@/lib/testing/postgres";

test("a PostgreSQL server for tests answers, and leaves nothing when stopped", async () => {
  const server = await startPostgres();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.end();
  await server.stop();
  await expect(new Client({ connectionString: server.url }).connect()).rejects.toThrow(/ECONNREFUSED/);
});
