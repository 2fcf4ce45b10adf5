import { readFileSync } from "node:fs";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fc } from "@/lib/shared/testing/properties";
import { allowedTableFunctions } from "@/lib/sources/workers/function-lists.mjs";
import { inspectSql } from "@/lib/sources/workers/gate.mjs";

const places = readFileSync("lib/sources/testing/table-places.txt", "utf8")
  .split("\n")
  .filter((line) => line.includes("@") && !line.startsWith("#"));
/** Places whose table may be a statement in parentheses. */
const nesting = places.filter((place) => !/with ordinality|@ pivot|@ unpivot/.test(place));

let instance: DuckDBInstance;
let connection: DuckDBConnection;
let functions: string[];

beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  const reader = await connection.runAndReadAll(
    "select distinct function_name from duckdb_functions() where function_type in ('table', 'table_macro') order by 1",
  );
  functions = reader
    .getRows()
    .map(([name]) => String(name))
    .filter((name) => !allowedTableFunctions.has(name));
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const put = (place: string, table: string) => place.replaceAll("@", () => table);

async function refusalOf(sql: string): Promise<string> {
  return inspectSql(connection, sql, ["accounts"]).then(
    () => "answered",
    (error: Error) => error.message,
  );
}

test("[Q2] no place in a statement takes rows from a function that isn't allowed, and none of them is missed", async () => {
  const spellings = [
    (name: string) => `${name}()`,
    (name: string) => `"${name.toUpperCase()}"('/etc/passwd', a := [1])`,
    (name: string) => `main.${name}(1, 2)`,
  ];
  const steps = Math.max(places.length, functions.length);
  for (let step = 0; step < steps; step++)
    for (const [index, spell] of spellings.entries()) {
      const place = places[(step + index * 7) % places.length] ?? "";
      const name = functions[(step * 5 + index) % functions.length] ?? "";
      // Some places can't take such a call, and the parser says so; it is never answered.
      expect(await refusalOf(put(place, spell(name))), put(place, spell(name))).toMatch(
        /^Rows can't come from|^Syntax error/,
      );
    }
  for (const place of places)
    expect(await refusalOf(put(place, "read_text('/etc/passwd')")), place).toContain("Rows can't come from");
});

test("[Q2] no place in a statement takes a file, a view of the engine's or another's table by its name", async () => {
  const names = ["'x.csv'", '"/etc/passwd"', "duckdb_settings", "pg_catalog.pg_class", "temp.main.other"];
  for (const [index, place] of places.entries()) {
    const sql = put(place, names[index % names.length] ?? "");
    expect(await refusalOf(sql), sql).toMatch(/^There is no table|^Syntax error/);
  }
});

test("[Q2] places within places hide nothing", async () => {
  const chain = fc.array(fc.constantFrom(...nesting), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(chain, fc.constantFrom(...places), fc.nat(), async (outer, inner, pick) => {
      const name = functions[pick % functions.length] ?? "";
      const innermost = put(inner, `${name}('x')`).replace(/;$/, "");
      const sql = outer.reduceRight((text, place) => put(place, `(${text})`).replace(/;$/, ""), innermost);
      expect(await refusalOf(sql), sql).not.toBe("answered");
    }),
    { numRuns: 150, seed: 6 },
  );
});
