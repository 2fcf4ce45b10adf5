import { expect, test } from "vitest";
import { freeName, plainName } from "@/lib/sources/uploads/table-name";

test.each([
  ["orders (2).csv", "orders_2"],
  ["Q3 Sales – final.CSV", "q3_sales_final"],
  ["../../etc/passwd", "passwd"],
  ["C:\\temp\\data.json", "data"],
  ["2024.parquet", "t_2024"],
  ["events.ndjson.gz", "events"],
  ["Umsätze.tsv", "umsätze"],
  ["'; drop table x; --.csv", "drop_table_x"],
  ["???", "table_1"],
])("[S4] a file called %s becomes the table %s", (name, table) => {
  expect(plainName(name)).toBe(table);
});

test("[S4] a long name is cut between its letters, never within one", () => {
  const name = plainName(`a${"\u{20000}".repeat(60)}.csv`);
  expect(name).toBe(`a${"\u{20000}".repeat(49)}`);
});

test("[S4] a name that is taken gets the next number", () => {
  expect(freeName("orders", ["orders"])).toBe("orders_2");
  expect(freeName("orders_2", ["orders", "Orders_2"])).toBe("orders_3");
});
