import { expect, test } from "vitest";
import { isAccepted } from "./accepted-files";

test("[C8] CSV, TSV, JSON and Parquet become tables, whatever the case of their names", () => {
  expect(["a.csv", "B.TSV", "c.json", "d.ndjson", "e.parquet"].every(isAccepted)).toBe(true);
  expect(["a.csv.exe", "notes.docx", "csv", ""].some(isAccepted)).toBe(false);
});
