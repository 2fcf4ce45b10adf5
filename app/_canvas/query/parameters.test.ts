import { expect, test } from "vitest";
import { parameterNames, parseValue, valuesFor, valueText } from "@/app/_canvas/query/parameters";

test("[Q5] a text's parameters are its $names, those in words and comments left out", () => {
  const sql = `select '$no', "$no" -- $no\n, $Region /* $no */ from t where a > $least and b = $region`;
  expect(parameterNames(sql)).toEqual(["Region", "least"]);
});

test("[Q5] what is written into a parameter's field keeps its digits", () => {
  expect(["12", "1.5", "007", "9007199254740993", "EMEA", "", "true", "[a, b]"].map(parseValue)).toEqual([
    ...[12, 1.5, "007", "9007199254740993", "EMEA", null, true, ["a", "b"]],
  ]);
  expect([12, null, ["a", "b"], "x"].map(valueText)).toEqual(["12", "", "[a, b]", "x"]);
  expect(valuesFor(["a", "b"], { a: "1", c: "2" })).toEqual({ a: 1, b: null });
});
