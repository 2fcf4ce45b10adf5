import { expect, test } from "vitest";
import { fileName, rowsToCsv } from "@/app/_canvas/data/export-csv";
import { fc } from "@/lib/shared/testing/properties";
import type { Cell } from "@/lib/sources/schema";
import { openImport } from "@/lib/sources/testing/import-in-process";

const columns = [
  { name: "name", type: "VARCHAR" },
  { name: "amount", type: "DECIMAL(38,2)" },
  { name: "tags", type: "VARCHAR[]" },
];

test("[D10] CSV keeps every digit, quotes what needs it, and tells NULL from an empty text", () => {
  const rows = [
    ['He said "no", twice', "12345678901234567890.10", ["a", "b"]],
    ["two\nlines", null, null],
    ["", null, []],
  ];
  expect(rowsToCsv({ columns, rows, truncated: false })).toBe(
    'name,amount,tags\r\n"He said ""no"", twice",12345678901234567890.10,"[""a"",""b""]"\r\n"two\nlines",,\r\n"",,[]\r\n',
  );
});

test("[D10] text that a spreadsheet would run stays text; numbers below zero stay numbers", () => {
  const rows = ["=1+1", "@cmd", "+x", "-5", "-5.5", "a=b", "'=x"].map((text) => [text, "-7", null]);
  const lines = rowsToCsv({ columns, rows, truncated: false }).split("\r\n").slice(1, -1);
  expect(lines).toEqual(["'=1+1,-7,", "'@cmd,-7,", "'+x,-7,", "-5,-7,", "-5.5,-7,", "a=b,-7,", "''=x,-7,"]);
});

test("[D10] a file is named after what is in it", () => {
  expect(fileName("Umsatz / Länder: 2026", "csv")).toBe("Umsatz-Länder-2026.csv");
  expect(fileName("///", "png")).toBe("kaboo.png");
});

test("[S4] a table that leaves as CSV and is sent again has the same values", async () => {
  const files = await openImport();
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom(
      "=1+1",
      "'=x",
      '"',
      "a,b",
      "x\r\ny",
      " ",
      "007",
      "1.10",
      "12e4",
      "true",
      "NaN",
      "2026-01-31",
      "-",
    ),
  );
  const makers: Record<string, fc.Arbitrary<Cell>> = {
    VARCHAR: text,
    BIGINT: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    DOUBLE: fc
      .double()
      .map((value) => (Number.isFinite(value) && !Object.is(value, -0) ? value : `${value}`)),
    "DECIMAL(18,2)": fc.integer().map((cents) => (cents / 100).toFixed(2)),
    DATE: fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    BOOLEAN: fc.boolean(),
  };
  const table = fc
    .array(fc.constantFrom(...Object.keys(makers)), { minLength: 1, maxLength: 4 })
    .chain((types) =>
      fc.record({
        columns: fc.constant(types.map((type, at) => ({ name: `c${at}`, type }))),
        rows: fc.array(fc.tuple(...types.map((type) => fc.option(makers[type] ?? text, { freq: 4 }))), {
          minLength: 1,
          maxLength: 8,
        }),
      }),
    );
  // A text that is a number throughout its column becomes one: 1.0 and 1 are the same value, and an empty text is none.
  const same = (cell: Cell | undefined, type = "VARCHAR") => {
    if (cell === null || cell === undefined || (cell === "" && type !== "VARCHAR")) return null;
    const word = String(cell).toLowerCase();
    return /^-?\d+(\.\d+(e[-+]\d+)?|e[-+]\d+)$/.test(word) ? String(Number(word)) : word;
  };
  await fc.assert(
    fc.asyncProperty(table, async ({ columns: given, rows }) => {
      const made = await files.write(
        await files.stage(rowsToCsv({ columns: given, rows, truncated: false })),
      );
      const exported = rowsToCsv({ ...made, truncated: false });
      const again = await files.write(await files.stage(exported));
      expect(again).toEqual(made);
      const read = (row: readonly Cell[]) => row.map((cell, at) => same(cell, made.columns[at]?.type));
      expect(made.rows.map(read)).toEqual(rows.map(read));
    }),
    { numRuns: 60, seed: 856182538 },
  );
  files.close();
});
