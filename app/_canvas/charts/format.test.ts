import { expect, test } from "vitest";
import { cellFormat } from "@/app/_canvas/charts/format";

const american = { locale: "en-US", timeZone: "America/New_York" };
const german = { locale: "de-DE", timeZone: "Europe/Berlin" };
const plain = (text: string) => text.replace(/\s/gu, " ");

test("[D15] numbers are written as the reader's locale writes them", () => {
  const column = { name: "mrr", type: "DECIMAL(18,2)" };
  expect(cellFormat(column, "currency", american).full("1234.5")).toBe("$1,234.50");
  expect(plain(cellFormat(column, "currency", german).full("1234.5"))).toBe("1.234,50 $");
  expect(cellFormat(column, "integer", german).full("1234.5")).toBe("1.235");
  expect(cellFormat(column, "compact", american).full("1234567")).toBe("1.2M");
  expect(cellFormat(column, undefined, american).short(1_200_000)).toBe("1.2M");
});

test("[D15] a currency is the data's, told by the column's name, not the reader's", () => {
  expect(cellFormat({ name: "price_eur", type: "DOUBLE" }, undefined, american).full(3)).toBe("€3.00");
});

test("[D15] a percent is a share or points, as its column's name and values say", () => {
  const shares = cellFormat({ name: "churn", type: "DOUBLE" }, "percent", american, [0.021, 0.034]);
  expect(shares.full(0.034)).toBe("3.4%");
  const points = cellFormat({ name: "churn", type: "DOUBLE" }, "percent", american, [2.1, 3.4]);
  expect(points.full(3.4)).toBe("3.4%");
  expect(
    cellFormat({ name: "churn_pct", type: "DECIMAL(5,2)" }, undefined, american, ["0.80"]).full("0.80"),
  ).toBe("0.8%");
  expect(plain(cellFormat({ name: "churn_pct", type: "DOUBLE" }, undefined, german).full(3.4))).toBe("3,4 %");
});

test("[D15] dates by type, months where every value begins one, moments in the person's time zone", () => {
  const months = cellFormat({ name: "month", type: "DATE" }, undefined, american, [
    "2025-01-01",
    "2025-02-01",
  ]);
  expect(months.full("2025-02-01")).toBe("Feb 2025");
  expect(cellFormat({ name: "day", type: "DATE" }, undefined, german).full("2025-02-01")).toBe(
    "1. Feb. 2025",
  );
  const moment = cellFormat({ name: "at", type: "TIMESTAMP WITH TIME ZONE" }, undefined, american);
  expect(plain(moment.full("2025-02-01 02:00:00+00"))).toBe("Jan 31, 2025, 09:00 PM");
});

test("[D15] years and ids are names, not amounts; nothing is a dash", () => {
  expect(cellFormat({ name: "year", type: "INTEGER" }, undefined, american).full(2025)).toBe("2025");
  expect(cellFormat({ name: "account_id", type: "BIGINT" }, undefined, american).full("90000")).toBe("90000");
  expect(cellFormat({ name: "v", type: "DOUBLE" }, undefined, american).full(null)).toBe("–");
});
