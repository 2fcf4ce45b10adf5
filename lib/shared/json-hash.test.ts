import { expect, test } from "vitest";
import { hashJson } from "@/lib/shared/json-hash";
import { fc } from "@/lib/shared/testing/properties";

test("[R8] a hash tells values apart, and not how they were put together", () => {
  expect(hashJson({ a: 1, b: [true, null] })).toBe(hashJson({ b: [true, null], a: 1, c: undefined }));
  expect(hashJson([1, 2])).not.toBe(hashJson([2, 1]));
  expect(hashJson(["1"])).not.toBe(hashJson([1]));
  expect(hashJson({})).not.toBe(hashJson([]));
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [a, b] = [one, other].map((value) => JSON.stringify(sorted(value)));
      return (
        (a === b) === (hashJson(one) === hashJson(other)) && hashJson(one) === hashJson(structuredClone(one))
      );
    }),
    { numRuns: 2_000 },
  );
});

/** Objects wrapped, so that an empty one is not an empty array. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return { entries: entries.map(([key, child]) => [key, sorted(child)]) };
}
