import { expect, test } from "vitest";
import type { Json, JsonObject } from "@/lib/shared/json";
import { blankValue, fieldKind, fieldLabel } from "./field-kind";

test("[H1] a call's schema gives a form: texts, numbers, choices, switches, lists and groups; the rest is JSON", () => {
  const kind = (schema: JsonObject, value?: Json) => fieldKind(schema, value).kind;
  expect(kind({ type: "string" }, "x")).toBe("text");
  expect(fieldKind({ type: "string" }, "a\nb")).toEqual({ kind: "text", long: true });
  expect(fieldKind({ type: "integer" })).toEqual({ kind: "number", whole: true });
  expect(kind({ type: "boolean" }, true)).toBe("flag");
  expect(kind({ enum: ["a", "b"] }, "a")).toBe("choice");
  expect(kind({ type: "array", items: { type: "string" } }, ["x"])).toBe("list");
  expect(kind({ type: ["string", "null"] })).toBe("text");
  expect(kind({ anyOf: [{ type: "number" }, { type: "null" }] })).toBe("number");
  expect(kind({ anyOf: [{ type: "number" }, { type: "string" }] })).toBe("json");
  expect(kind({ $ref: "#/$defs/node" })).toBe("json");
  expect(kind({ type: "object", additionalProperties: {} }, { a: 1 })).toBe("json");
  expect(kind({}, 3)).toBe("json");
});

test("[H1] a value that isn't of its schema's type is edited as the JSON it is", () => {
  expect(fieldKind({ type: "string" }, 3).kind).toBe("json");
  expect(fieldKind({ type: "array", items: { type: "string" } }, "x").kind).toBe("json");
  expect(fieldKind({ enum: ["a"] }, null).kind).toBe("json");
});

test("[H1] nothing of a call is hidden: members that the schema doesn't name are shown, too", () => {
  const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  expect(fieldKind(schema, { a: "x", b: 2 })).toEqual({
    kind: "group",
    members: [
      { key: "a", schema: { type: "string" }, required: true },
      { key: "b", schema: {}, required: false },
    ],
  });
});

test("[H1] a new item has the members it needs, and keys are read as words", () => {
  const widget = {
    type: "object",
    properties: { widget_id: { type: "string" }, x: { type: "integer" } },
    required: ["widget_id"],
  };
  expect(blankValue(widget)).toEqual({ widget_id: "" });
  expect(["dashboard_id", "query_ids", "expectedVersion", "sql", "_"].map(fieldLabel)).toEqual([
    "Dashboard",
    "Queries",
    "Expected version",
    "Sql",
    "_",
  ]);
});
