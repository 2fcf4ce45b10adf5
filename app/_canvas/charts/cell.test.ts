import { expect, test } from "vitest";
import { columnKind, toNumber, toTime } from "@/app/_canvas/charts/cell";
import { cellFormat } from "@/app/_canvas/charts/format";

const person = { locale: "en-US", timeZone: "America/New_York" };

test("[Q3] types of both engines are told apart by name", () => {
  expect(["BIGINT", "HUGEINT", "int8", "UINTEGER"].map(columnKind)).toEqual(Array(4).fill("integer"));
  expect(["DECIMAL(18,2)", "numeric", "double precision", "FLOAT"].map(columnKind)).toEqual(
    Array(4).fill("number"),
  );
  expect(columnKind("TIMESTAMP WITH TIME ZONE")).toBe("timestamptz");
  expect(columnKind("timestamp without time zone")).toBe("timestamp");
  expect(columnKind("INTEGER[]")).toBe("nested");
  expect(columnKind("INTERVAL")).toBe("text");
});

test("[Q3] what has no place on an axis is a gap, never a zero", () => {
  expect(["12.50", "-3", "1e3", 7, true].map(toNumber)).toEqual([12.5, -3, 1000, 7, 1]);
  expect([null, undefined, "", "NaN", "Infinity", "twelve", "0x10", [1]].map(toNumber)).toEqual(
    Array(8).fill(null),
  );
});

test("[Q3] a BIGINT and a DECIMAL keep every digit when they are read", () => {
  const wide = cellFormat({ name: "n", type: "HUGEINT" }, undefined, person);
  expect(wide.full("170141183460469231731687303715884105727")).toBe(
    "170,141,183,460,469,231,731,687,303,715,884,105,727",
  );
  const money = cellFormat({ name: "n", type: "DECIMAL(38,2)" }, "currency", person);
  expect(money.full("90071992547409931.07")).toBe("$90,071,992,547,409,931.07");
  expect(cellFormat({ name: "v", type: "DOUBLE" }, undefined, person).full("NaN")).toBe("NaN");
  expect(cellFormat({ name: "v", type: "STRUCT(a INTEGER)" }, undefined, person).full({ a: 1 })).toBe(
    '{"a":1}',
  );
});

test("[Q3] a date stays on its day in every time zone, a moment with a zone is moved", () => {
  expect(toTime("2025-03-01", "date")).toBe(Date.UTC(2025, 2, 1));
  expect(toTime("2025-03-01 10:00:00", "timestamp")).toBe(Date.UTC(2025, 2, 1, 10));
  expect(toTime("2025-03-01 10:00:00.123456+02", "timestamptz")).toBe(Date.UTC(2025, 2, 1, 8, 0, 0, 123));
  expect(toTime("soon", "date")).toBeNull();
  expect(cellFormat({ name: "d", type: "DATE" }, undefined, person).full("2025-03-01")).toBe("Mar 1, 2025");
});
