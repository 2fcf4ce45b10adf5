import { expect, test } from "vitest";
import { fileName, rowsToCsv } from "@/app/_canvas/data/export-csv";

const columns = [
  { name: "name", type: "VARCHAR" },
  { name: "amount", type: "DECIMAL(38,2)" },
  { name: "tags", type: "VARCHAR[]" },
];

test("[D10] CSV keeps every digit, quotes what needs it, and leaves NULL empty", () => {
  const rows = [
    ['He said "no", twice', "12345678901234567890.10", ["a", "b"]],
    ["two\nlines", null, null],
  ];
  expect(rowsToCsv({ columns, rows, truncated: false })).toBe(
    'name,amount,tags\r\n"He said ""no"", twice",12345678901234567890.10,"[""a"",""b""]"\r\n"two\nlines",,\r\n',
  );
});

test("[D10] text that a spreadsheet would run stays text; numbers below zero stay numbers", () => {
  const rows = ["=1+1", "@cmd", "+x", "-5", "-5.5", "a=b"].map((text) => [text, "-7", null]);
  const lines = rowsToCsv({ columns, rows, truncated: false }).split("\r\n").slice(1, -1);
  expect(lines).toEqual(["'=1+1,-7,", "'@cmd,-7,", "'+x,-7,", "-5,-7,", "-5.5,-7,", "a=b,-7,"]);
});

test("[D10] a file is named after what is in it", () => {
  expect(fileName("Umsatz / Länder: 2026", "csv")).toBe("Umsatz-Länder-2026.csv");
  expect(fileName("///", "png")).toBe("kaboo.png");
});
