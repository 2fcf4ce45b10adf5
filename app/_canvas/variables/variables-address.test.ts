import { expect, test } from "vitest";
import { searchFor } from "@/app/_canvas/follow/target-url";
import { sameValue, variablesIn, withVariable } from "@/app/_canvas/variables/variables-address";
import { paramsOf } from "@/lib/dashboards/params";
import type { Variable } from "@/lib/dashboards/schema";

const variables: Variable[] = [
  { name: "who", kind: "text", value: "a" },
  { name: "least", kind: "number", value: 3 },
  { name: "region", kind: "choice", options: ["EMEA", "APAC"], value: "EMEA" },
  { name: "plans", kind: "multi_choice", options: ["Team", "Starter, small"], value: ["Team"] },
  { name: "period", kind: "date_range", value: { last: 90, unit: "day" } },
  { name: "grain", kind: "date_grain", value: "month" },
];
const changed: Variable[] = [
  { name: "who", kind: "text", value: "b & c" },
  { name: "least", kind: "number", value: -1.5 },
  { name: "region", kind: "choice", options: ["EMEA", "APAC"], value: "APAC" },
  { name: "plans", kind: "multi_choice", options: ["Team", "Starter, small"], value: [] },
  { name: "period", kind: "date_range", value: { from: "2026-01-01", to: "2026-03-31" } },
  { name: "grain", kind: "date_grain", value: "year" },
];

test("[C14] every kind of variable goes into the address and comes back the same", () => {
  const search = changed.reduce(withVariable, "?board=d_1");
  expect(variablesIn(new URLSearchParams(search), variables)).toEqual(changed);
  expect(search).toContain("board=d_1");
});

test("[C14] what doesn't fit a variable leaves it as the board has it", () => {
  const wrong = new URLSearchParams(
    "?v-least=x&v-region=Moon&v-period=soon&v-grain=hour&v-plans=Nope&v-else=1",
  );
  expect(variablesIn(wrong, variables)).toEqual(variables);
});

test("[C14] another board's address says nothing of these variables", () => {
  const [who = variables[0]] = changed;
  const search = withVariable("?board=d_1", who as Variable);
  expect(searchFor(search, { kind: "dashboard", id: "d_2" })).toBe("?board=d_2");
  expect(searchFor(search, { kind: "dashboard", id: "d_1" })).toContain("v-who");
});

test("[D9] a relative range is bound as the days it means today, in the reader's calendar", () => {
  const now = new Date(2026, 2, 31, 9);
  const bound = (last: number, unit: "day" | "week" | "month" | "year") =>
    paramsOf([{ name: "p", kind: "date_range", value: { last, unit } }], now);
  expect(bound(90, "day")).toEqual({ p_from: "2026-01-01", p_to: "2026-03-31" });
  expect(bound(1, "week")).toEqual({ p_from: "2026-03-25", p_to: "2026-03-31" });
  expect(bound(1, "year")).toEqual({ p_from: "2025-03-31", p_to: "2026-03-31" });
  expect(paramsOf(changed, now)).toMatchObject({ plans: [], grain: "year", period_from: "2026-01-01" });
});

test("[D9] values are the same when they say the same", () => {
  for (const [at, variable] of variables.entries()) {
    expect(sameValue(variable, { ...variable })).toBe(true);
    expect(sameValue(variable, changed[at] as Variable)).toBe(false);
  }
});
