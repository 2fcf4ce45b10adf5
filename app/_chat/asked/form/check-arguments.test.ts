import { expect, test } from "vitest";
import { argumentsChecker } from "./check-arguments";

const schema = {
  type: "object",
  properties: {
    dashboard_id: { type: "string" },
    widgets: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: { x: { type: "integer", maximum: 11 } },
        additionalProperties: false,
      },
    },
  },
  required: ["dashboard_id", "widgets"],
  additionalProperties: false,
};

test("[H1] what is wrong with edited arguments stands at its place, in words", () => {
  const check = argumentsChecker(schema);
  expect(check({ dashboard_id: "d_1", widgets: [{ x: 1 }] }).size).toBe(0);
  const problems = check({ widgets: [{ x: 12 }, { x: "1" }] });
  expect(problems.get("dashboard_id")).toBe("This is needed.");
  expect(problems.get("widgets.0.x")).toMatch(/11/);
  expect(problems.get("widgets.1.x")).toMatch(/expected .*(number|int)/i);
  expect(check({ dashboard_id: "d_1", widgets: [] }).get("widgets")).toMatch(/1/);
  expect([...check({ dashboard_id: "d_1", widgets: [{}], other: 1 }).values()].join()).toMatch(/other/);
});

test("[H1] a schema that can't be read here finds nothing, for the server checks, too", () => {
  expect(argumentsChecker({ $ref: "https://elsewhere/schema" })({}).size).toBe(0);
});
