import { afterAll, beforeAll, expect, test } from "vitest";
import { openFilePool } from "@/lib/sources/file-place";
import { defaultLimits } from "@/lib/sources/limits";
import type { QueryPool } from "@/lib/sources/query-pool";
import type { Cell, Params } from "@/lib/sources/schema";
import { makeRowsFile } from "@/lib/sources/testing/rows-file";

let pool: QueryPool;
let rows: Awaited<ReturnType<typeof makeRowsFile>>;

beforeAll(async () => {
  rows = await makeRowsFile();
  pool = openFilePool(rows.file, { ...defaultLimits, maxBytes: 1_000 });
});

afterAll(async () => {
  await pool.close();
  rows.remove();
});

const ask = (sql: string, params: Params = {}, limit = 100) =>
  pool.run({ sql, params, offered: {}, missing: "refuse", limit });

const values: [expression: string, type: string, cell: Cell][] = [
  ["true", "BOOLEAN", true],
  ["null::integer", "INTEGER", null],
  ["(-128)::tinyint", "TINYINT", -128],
  ["(-32768)::smallint", "SMALLINT", -32_768],
  ["2147483647", "INTEGER", 2_147_483_647],
  ["255::utinyint", "UTINYINT", 255],
  ["65535::usmallint", "USMALLINT", 65_535],
  ["4294967295::uinteger", "UINTEGER", 4_294_967_295],
  ["9007199254740993", "BIGINT", "9007199254740993"],
  ["18446744073709551615::ubigint", "UBIGINT", "18446744073709551615"],
  ["170141183460469231731687303715884105727::hugeint", "HUGEINT", "170141183460469231731687303715884105727"],
  [
    "340282366920938463463374607431768211455::uhugeint",
    "UHUGEINT",
    "340282366920938463463374607431768211455",
  ],
  ["1.10::decimal(5,2)", "DECIMAL(5,2)", "1.10"],
  [
    "12345678901234567890123456789012345.678::decimal(38,3)",
    "DECIMAL(38,3)",
    "12345678901234567890123456789012345.678",
  ],
  ["0.1::double", "DOUBLE", 0.1],
  ["1.5::float", "FLOAT", 1.5],
  ["'-0'::double", "DOUBLE", "-0"],
  ["['-0'::float]", "FLOAT[]", ["-0"]],
  ["'nan'::double", "DOUBLE", "NaN"],
  ["'inf'::double", "DOUBLE", "Infinity"],
  ["'-inf'::float", "FLOAT", "-Infinity"],
  ["date '2024-02-29'", "DATE", "2024-02-29"],
  ["'infinity'::date", "DATE", "infinity"],
  ["time '10:11:12.5'", "TIME", "10:11:12.5"],
  ["timestamp '2024-02-29 10:11:12.123456'", "TIMESTAMP", "2024-02-29 10:11:12.123456"],
  ["'2024-02-29 10:11:12.123456789'::timestamp_ns", "TIMESTAMP_NS", "2024-02-29 10:11:12.123456789"],
  [
    "timestamptz '2024-02-29 10:11:12+02'",
    "TIMESTAMP WITH TIME ZONE",
    expect.stringMatching(/^2024-02-29 \d\d:11:12[+-]\d\d/),
  ],
  ["interval '1 month 3 days'", "INTERVAL", "1 month 3 days"],
  ["'3c9054cc-4441-49c8-8a1d-a60c2e771dc2'::uuid", "UUID", "3c9054cc-4441-49c8-8a1d-a60c2e771dc2"],
  ["'quote \" and ü and 🦆'", "VARCHAR", 'quote " and ü and 🦆'],
  ["'b'::enum('a', 'b')", "ENUM('a', 'b')", "b"],
  ["'\\xAA'::blob", "BLOB", "\\xAA"],
  ["'101'::bit", "BIT", "101"],
  ["[1, null, 3]", "INTEGER[]", [1, null, 3]],
  ["[9007199254740993]", "BIGINT[]", ["9007199254740993"]],
  ["[[0.5::decimal(3,1)]]", "DECIMAL(3,1)[][]", [["0.5"]]],
  ["[1, 2]::integer[2]", "INTEGER[2]", [1, 2]],
  ["{'a': 1, 'b': [date '2024-01-01']}", 'STRUCT("a" INTEGER, "b" DATE[])', { a: 1, b: ["2024-01-01"] }],
  ["map {'k': 1.5::double}", "MAP(VARCHAR, DOUBLE)", [{ key: "k", value: 1.5 }]],
  ["union_value(num := 2)", 'UNION("num" INTEGER)', { tag: "num", value: 2 }],
  [`'{"a": [1]}'::json`, "JSON", '{"a": [1]}'],
];

test.each(values)("[Q3] %s arrives as it is, with its type", async (expression, type, cell) => {
  const { columns, rows: found } = await ask(`select ${expression} as value`);
  expect(columns).toEqual([{ name: "value", type }]);
  expect(found).toEqual([[cell]]);
});

test("[Q3] two columns of one name stay two", async () => {
  const { columns, rows: found } = await ask("select 1 as a, 2 as a");
  expect(columns.map(({ name }) => name)).toEqual(["a", "a"]);
  expect(found).toEqual([[1, 2]]);
});

test("[Q3] rows past the limit, in number or bytes, are left out and told", async () => {
  const few = await ask("select account_id from accounts order by 1", {}, 3);
  expect(few).toMatchObject({ rows: [[0], [1], [2]], truncated: true });
  expect(await ask("from range(3)", {}, 3)).toMatchObject({ truncated: false });
  const wide = await ask("select repeat('x', 300) from range(10)");
  expect(wide.truncated).toBe(true);
  expect(wide.rows.length).toBe(3);
});

test("[Q2] a row that alone is over the limit in bytes is refused with what to do", async () => {
  await expect(ask("select repeat('x', 2000) as text")).rejects.toThrow(/larger than .*fewer columns/);
});

test("[Q2] parameters are bound by name and never become part of the text", async () => {
  const count = async (condition: string, params: Params) =>
    (await ask(`select count(*)::integer from accounts where ${condition}`, params)).rows[0]?.[0];
  expect(await count("region = $region", { region: "EMEA" })).toBe(30);
  expect(await count("region = $region", { region: "x' or '1'='1" })).toBe(0);
  expect(await count("region = $Region", { region: "EMEA" })).toBe(30);
  expect(await count("list_contains($regions, region)", { regions: ["EMEA", "APAC"] })).toBe(60);
  expect(await count("region in $regions", { regions: ["EMEA"] })).toBe(30);
  expect(await count("list_contains($ids, account_id)", { ids: [1, 2, 500] })).toBe(2);
  expect(await count("list_contains($regions, region)", { regions: [] })).toBe(0);
  expect(
    await count("created_on >= $from and created_on < $to", { from: "2024-01-05", to: "2024-01-10" }),
  ).toBe(5);
  expect(await count("$region is null or region = $region", { region: null })).toBe(90);
  expect(await count("account_id > $n and account_id < $n + 1.5", { n: 10 })).toBe(1);
  expect(await count("account_id::double = $x", { x: 2.5 })).toBe(0);
  expect(await count("$all or account_id = 1", { all: true })).toBe(90);
  expect((await ask("select $n as n limit $n", { n: 9_007_199_254_740_991 })).rows).toEqual([
    ["9007199254740991"],
  ]);
});

test("[Q2] a parameter without a value, or a value without a parameter, is told by name", async () => {
  await expect(ask("select $a + $b", { a: 1 })).rejects.toThrow("Give a value for $b.");
  await expect(ask("select $a", { a: 1, z: 2 })).rejects.toThrow("The query has no parameter $z. It has $a.");
  await expect(ask("select 1", { z: 2 })).rejects.toThrow("It has none.");
  await expect(ask("select ?")).rejects.toThrow("write $region");
});
