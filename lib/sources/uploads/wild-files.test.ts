import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openImport } from "@/lib/sources/testing/import-in-process";

let files: Awaited<ReturnType<typeof openImport>>;

beforeAll(async () => {
  files = await openImport();
});
afterAll(() => files.close());

/** Stages a file and makes a table of it: columns with their types, rows, and what was told. */
async function read(content: Uint8Array | string) {
  const staged = await files.stage(content);
  const { columns, rows } = await files.write(staged);
  return {
    columns: columns.map(({ name, type }) => `${name} ${type}`),
    rows,
    notes: [...staged.notes, ...staged.columns.flatMap((column) => column.notes)],
  };
}

const lines = (...all: string[]) => `${all.join("\n")}\n`;
const latin = (text: string) => Buffer.from(text, "latin1");

type Case = [
  what: string,
  content: Uint8Array | string,
  columns: string[],
  rows: unknown[][],
  notes?: RegExp[],
];
const cases: Case[] = [
  [
    "semicolons and decimal commas",
    '\uFEFFName;Größe\r\n"Müller; Söhne";1,5\r\nMaier;1.234,25\r\n',
    ["name VARCHAR", "größe DOUBLE"],
    [
      ["Müller; Söhne", 1.5],
      ["Maier", 1234.25],
    ],
    [/comma/],
  ],
  ["tabs", "a\tb\nx, y\t2\n", ["a VARCHAR", "b BIGINT"], [["x, y", "2"]]],
  ["bars", "a|b\nx|true\n", ["a VARCHAR", "b BOOLEAN"], [["x", true]]],
  [
    "quotes and line ends inside values",
    'id,text\n1,"She said ""no""\nand left"\n2,"a,b"\n',
    ["id BIGINT", "text VARCHAR"],
    [
      ["1", 'She said "no"\nand left'],
      ["2", "a,b"],
    ],
  ],
  [
    "quotes that stand anywhere",
    'a,b\n5" pipe,1\n"half quoted" y,2\n',
    ["a VARCHAR", "b BIGINT"],
    [
      ['5" pipe', "1"],
      ['"half quoted" y', "2"],
    ],
  ],
  [
    "mixed line ends",
    "a,b\nx,1\r\ny,2\rz,3",
    ["a VARCHAR", "b BIGINT"],
    [
      ["x", "1"],
      ["y", "2"],
      ["z", "3"],
    ],
  ],
  ["Excel's first line", "sep=;\nday;n\n2026-01-31;4\n", ["day DATE", "n BIGINT"], [["2026-01-31", "4"]]],
  [
    "one column, a line without anything",
    "city\nBerlin\n\nParis\n",
    ["city VARCHAR"],
    [["Berlin"], [null], ["Paris"]],
  ],
  [
    "nothing and an empty text",
    'a,b\n,""\n"",x\n',
    ["a VARCHAR", "b VARCHAR"],
    [
      [null, ""],
      ["", "x"],
    ],
  ],
  [
    "UTF-16, little end first",
    Buffer.from("\uFEFFname,city\nJosé,Köln\n", "utf16le"),
    ["name VARCHAR", "city VARCHAR"],
    [["José", "Köln"]],
  ],
  [
    "UTF-16, big end first",
    Buffer.from("\uFEFFname,city\nJosé,Köln\n", "utf16le").swap16(),
    ["name VARCHAR", "city VARCHAR"],
    [["José", "Köln"]],
  ],
  [
    "Latin-1",
    latin("name,city\nJosé,Köln\n"),
    ["name VARCHAR", "city VARCHAR"],
    [["José", "Köln"]],
    [/Windows-1252/],
  ],
  ["packed Latin-1", gzipSync(latin("name\nJosé\n")), ["name VARCHAR"], [["José"]], [/Windows-1252/]],
  [
    "no header",
    "1,2026-01-01\n2,2026-01-02\n",
    ["column_1 BIGINT", "column_2 DATE"],
    [
      ["1", "2026-01-01"],
      ["2", "2026-01-02"],
    ],
    [/no header/],
  ],
  [
    "uneven lines",
    lines("a,b,c", "x,2,3", "y,5", "z,7,8,9,10"),
    ["a VARCHAR", "b BIGINT", "c BIGINT", "column_4 BIGINT", "column_5 BIGINT"],
    [
      ["x", "2", "3", null, null],
      ["y", "5", null, null, null],
      ["z", "7", "8", "9", "10"],
    ],
    [/^2 lines have another number of values.*line 3/],
  ],
  [
    "double, empty and awkward headers",
    "Order Date,order date,,2024 Sales,SELECT,a/b\nx,x,x,x,x,x\n",
    [
      "order_date VARCHAR",
      "order_date_2 VARCHAR",
      "column_3 VARCHAR",
      "c_2024_sales VARCHAR",
      "select VARCHAR",
      "a_b VARCHAR",
    ],
    [["x", "x", "x", "x", "x", "x"]],
  ],
  [
    "thousands with commas",
    lines("a,b", '"1,234",x', '"12,345,678",y', '"999",z'),
    ["a BIGINT", "b VARCHAR"],
    [
      ["1234", "x"],
      ["12345678", "y"],
      ["999", "z"],
    ],
  ],
  [
    "thousands with points",
    lines("a;b", "1.234;1,5", "12.345;2,5"),
    ["a BIGINT", "b DOUBLE"],
    [
      ["1234", 1.5],
      ["12345", 2.5],
    ],
    [/comma was read as the decimal mark/, /comma/],
  ],
  [
    "thousands with spaces and apostrophes",
    lines("a,b", "1 234,1'234.5", "1\u202F000,999.5"),
    ["a BIGINT", "b DOUBLE"],
    [
      ["1234", 1234.5],
      ["1000", 999.5],
    ],
    [/thousands/],
  ],
  [
    "percent",
    lines("rate,n", "12%,1", "7.5 %,2", "-3%,3"),
    ["rate DOUBLE", "n BIGINT"],
    [
      [0.12, "1"],
      [0.075, "2"],
      [-0.03, "3"],
    ],
    [/12% is 0.12/],
  ],
  [
    "currency",
    lines("price;cost", "1.234,50 €;$5", "5,00 €;($1,200.5)"),
    ["price DECIMAL(18,2)", "cost DECIMAL(18,2)"],
    [
      ["1234.50", "5.00"],
      ["5.00", "-1200.50"],
    ],
    [/comma/, /currency/, /currency/],
  ],
  ["prices with two digits", lines("price", "19.90", "5.00"), ["price DECIMAL(18,2)"], [["19.90"], ["5.00"]]],
  [
    "names that look like numbers",
    lines("zip,code,big", "01234,12e4,1234567890123456789012345678901234567890", "99999,1e5,1"),
    ["zip VARCHAR", "code VARCHAR", "big VARCHAR"],
    [
      ["01234", "12e4", "1234567890123456789012345678901234567890"],
      ["99999", "1e5", "1"],
    ],
  ],
  [
    "whole numbers beyond 64 bits",
    lines("a", "18446744073709551616", "1"),
    ["a HUGEINT"],
    [["18446744073709551616"], ["1"]],
  ],
  [
    "more digits than a float has",
    lines("a", "0.12345678901234567890", "1.5"),
    ["a VARCHAR"],
    [["0.12345678901234567890"], ["1.5"]],
  ],
  [
    "numbers and words for them",
    lines("a", "1.5", "NaN", "-Infinity", "1e-7", "-0"),
    ["a DOUBLE"],
    [[1.5], ["NaN"], ["-Infinity"], [1e-7], ["-0"]],
  ],
  [
    "days first",
    lines("a,b", "31.1.2024,31/01/24", "1.2.2024,01/02/24"),
    ["a DATE", "b DATE"],
    [
      ["2024-01-31", "2024-01-31"],
      ["2024-02-01", "2024-02-01"],
    ],
  ],
  ["months first", lines("a", "1/31/2024", "02/01/2024"), ["a DATE"], [["2024-01-31"], ["2024-02-01"]]],
  [
    "days or months first, nobody knows",
    lines("a", "1/2/2024", "3/4/2024"),
    ["a DATE"],
    [["2024-01-02"], ["2024-03-04"]],
    [/can't be told apart: read as month, day/],
  ],
  [
    "the same beside a column that tells",
    lines("a,b", "1/2/2024,31/1/2024", "3/4/2024,1/1/2024"),
    ["a DATE", "b DATE"],
    [
      ["2024-02-01", "2024-01-31"],
      ["2024-04-03", "2024-01-01"],
    ],
    [/read as day, month/],
  ],
  [
    "months as words",
    lines("a,b", "5 Jan 2024,January 5 2024", "31-Dec-24,December 31 2024").replace(
      "31-Dec-24",
      "31 Dec 2024",
    ),
    ["a DATE", "b DATE"],
    [
      ["2024-01-05", "2024-01-05"],
      ["2024-12-31", "2024-12-31"],
    ],
  ],
  [
    "times",
    lines(
      "a;b;c;d",
      "2024-01-31 10:11;2024-01-31T10:11:12.5Z;10:11;31.01.2024, 10:11",
      "2024-01-31 10:11:12.123456;2024-01-31 10:11:12+02;10:11:12.5;01.02.2024, 23:00",
    ),
    ["a TIMESTAMP", "b TIMESTAMP WITH TIME ZONE", "c TIME", "d TIMESTAMP"],
    [
      ["2024-01-31 10:11:00", "2024-01-31 10:11:12.5+00", "10:11:00", "2024-01-31 10:11:00"],
      ["2024-01-31 10:11:12.123456", "2024-01-31 08:11:12+00", "10:11:12.5", "2024-02-01 23:00:00"],
    ],
  ],
  [
    "days there are not",
    lines("a", "2024-02-30", "2024-02-28"),
    ["a VARCHAR"],
    [["2024-02-30"], ["2024-02-28"]],
  ],
  [
    "a few values that are something else",
    lines("a", ..."123456789".split(""), "n/a"),
    ["a VARCHAR"],
    [..."123456789".split("").map((each) => [each]), ["n/a"]],
    [/^1 of 10 values isn't whole numbers/],
  ],
  ["guarded formulas", lines("a", "'=1+1", "'abc", "''@x"), ["a VARCHAR"], [["=1+1"], ["'abc"], ["'@x"]]],
  [
    "a list of nested objects",
    JSON.stringify([
      { Id: 1, tags: ["a"], at: "2026-01-01", by: { name: "x", n: [1] } },
      { Id: 2, tags: [], at: null },
    ]),
    ["id BIGINT", "tags VARCHAR[]", "at DATE", 'by STRUCT("name" VARCHAR, n BIGINT[])'],
    [
      ["1", ["a"], "2026-01-01", { name: "x", n: ["1"] }],
      ["2", [], null, null],
    ],
  ],
  [
    "lines of JSON with other members",
    '{"a":1}\n{"a":2.5,"b":{"c":[true]}}\n',
    ["a DOUBLE", "b STRUCT(c BOOLEAN[])"],
    [
      [1, null],
      [2.5, { c: [true] }],
    ],
  ],
  ["packed lines of JSON", gzipSync('{"a":1}\n{"a":2}\n'), ["a BIGINT"], [["1"], ["2"]]],
];

test.each(cases)("[S4] a file of %s is read", async (_, content, columns, rows, notes = []) => {
  const found = await read(content);
  expect(found.columns).toEqual(columns);
  expect(found.rows).toEqual(rows);
  expect(found.notes).toEqual(notes.map((note) => expect.stringMatching(note)));
});

test("[S4] a column's commas are read as the rest of the file has them, and that is told where it is a guess", async () => {
  const guess = await read(lines("a", '"1,234"', '"5,678"'));
  expect(guess).toMatchObject({
    columns: ["a BIGINT"],
    notes: [expect.stringMatching(/can't be told: .*thousands/)],
  });
  const known = await read(lines("a;b", "1,234;0,5", "5,678;1,25"));
  expect(known).toMatchObject({
    columns: ["a DOUBLE", "b DOUBLE"],
    rows: [
      [1.234, 0.5],
      [5.678, 1.25],
    ],
  });
});

test("[S4] what doesn't fit is counted and shown, and becomes NULL, text, or is left out", async () => {
  const staged = await files.stage(lines("n,day", "1,2026-01-01", "2,soon", "x,2026-01-03", "4,2026-01-04"));
  const readings = [{ as: "integer" as const }, { as: "date" as const }];
  const shown = await files.preview(staged, readings);
  expect(shown).toMatchObject({
    misfitRowCount: 2,
    columns: [
      { type: "BIGINT", misfits: 1, examples: [{ row: 3, text: "x" }] },
      { type: "DATE", misfits: 1, examples: [{ row: 2, text: "soon" }] },
    ],
    misfitRows: [
      { row: 2, cells: ["2", null], misfits: { 1: "soon" } },
      { row: 3, cells: [null, "2026-01-03"], misfits: { 0: "x" } },
    ],
  });
  const rowsWith = async (misfits: string) => (await files.write(staged, { readings, misfits })).rows;
  expect(await rowsWith("null")).toEqual([
    ["1", "2026-01-01"],
    ["2", null],
    [null, "2026-01-03"],
    ["4", "2026-01-04"],
  ]);
  expect(await rowsWith("leave_out")).toEqual([
    ["1", "2026-01-01"],
    ["4", "2026-01-04"],
  ]);
  expect(await rowsWith("text")).toEqual([
    ["1", "2026-01-01"],
    ["2", "soon"],
    ["x", "2026-01-03"],
    ["4", "2026-01-04"],
  ]);
});

test("[S4] a quotation mark that is never closed is told with its line", async () => {
  await expect(files.stage('a,b\nx,1\n"y,2\nz,3\n')).rejects.toThrow(
    "The record on line 3 opens a quotation mark",
  );
});

test("[S4] three hundred columns are read, each with its type", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `c${at}`);
  const row = names.map((_, at) => (at % 3 === 0 ? `${at}` : at % 3 === 1 ? `${at}.5` : `text ${at}`));
  const { columns, rows } = await read(lines(names.join(","), row.join(","), row.join(",")));
  expect(columns.slice(0, 3)).toEqual(["c0 BIGINT", "c1 DOUBLE", "c2 VARCHAR"]);
  expect(rows[1]?.slice(297)).toEqual(["297", 298.5, "text 299"]);
});
