import { expect, test } from "vitest";
import type { Json } from "@/lib/shared/json";
import { fc } from "@/lib/shared/testing/properties";
import { parsePartialJson } from "./partial-json";

/** Whether `part` is what a reader of `whole` had seen on the way: no value that isn't there, no text that differs. */
function isPartOf(part: Json | undefined, whole: Json): boolean {
  if (part === undefined) return true;
  if (typeof part === "string") return typeof whole === "string" && whole.startsWith(part);
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.every((item, index) => isPartOf(item, whole[index] ?? null));
  }
  if (typeof part === "object" && part !== null) {
    if (typeof whole !== "object" || whole === null || Array.isArray(whole)) return false;
    return Object.entries(part).every(
      ([key, value]) => Object.hasOwn(whole, key) && isPartOf(value, whole[key] ?? null),
    );
  }
  return Object.is(part, whole);
}

test("[C3] every beginning of a JSON text gives a part of the whole, and the whole text the whole", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.nat(2), (text, indent) => {
      const whole: Json = { value: JSON.parse(text) };
      const written = JSON.stringify(whole, null, indent);
      for (let end = 0; end < written.length; end++) {
        expect(isPartOf(parsePartialJson(written.slice(0, end)), whole), written.slice(0, end)).toBe(true);
      }
      expect(parsePartialJson(written)).toEqual(whole);
    }),
    { numRuns: 200 },
  );
});

test("[C3] a widget's kind and title are there as soon as they are written", () => {
  const text = '{"dashboard_id":"d_1","widgets":[{"title":"Churn by reg';
  expect(parsePartialJson(text)).toEqual({ dashboard_id: "d_1", widgets: [{ title: "Churn by reg" }] });
  expect(parsePartialJson('{"a":12')).toEqual({});
  expect(parsePartialJson('{"a":12,"b":tr')).toEqual({ a: 12 });
  expect(parsePartialJson('{"a":"\\u00e')).toEqual({ a: "" });
  expect(parsePartialJson('{"a":"x\\\\')).toEqual({ a: "x\\" });
  expect(parsePartialJson("")).toBeUndefined();
});

test("[C3] what is no JSON ends it without harm", () => {
  expect(parsePartialJson('{"a":1,,"b":2}')).toEqual({ a: 1 });
  expect(parsePartialJson("not json")).toBeUndefined();
  expect(Object.getPrototypeOf(parsePartialJson('{"__proto__":{"x":1},"a":'))).toBe(Object.prototype);
});
