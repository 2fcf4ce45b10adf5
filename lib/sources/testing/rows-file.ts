import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

const accounts = `create table accounts as select range::integer as account_id,
  case range % 3 when 0 then 'EMEA' when 1 then 'APAC' else 'LATAM' end as region, 'Team' as plan,
  date '2024-01-01' + range::integer as created_on from range(90)`;

/** A file of rows with a small table `accounts`, and whatever `statements` add. Call `remove()` when done. */
export async function makeRowsFile(statements: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "kaboo-rows-"));
  const file = join(folder, "rows.duckdb");
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const statement of [accounts, ...statements]) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  return { file, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
