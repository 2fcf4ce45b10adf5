import jsonpatch from "fast-json-patch";
import { expect, test } from "vitest";
import type { Json } from "@/lib/shared/json";
import { applyPatch, inversePatch, PatchError, pointer, valueAt } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";
import { parsePatch } from "@/lib/shared/patch-operation";
import { fc } from "@/lib/shared/testing/properties";

// A few keys and short arrays, so that random pointers often hit something.
const key = fc.constantFrom("a", "b", "a/b", "~", "0", "");
const document = fc.letrec<{ node: Json; object: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, 0, 1, "x", true),
    fc.array(tie("node"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(key, tie("node"), { maxKeys: 3, noNullPrototype: true }),
})).object;
const path = fc
  .array(fc.oneof(key, fc.constantFrom("1", "2", "-", "01", "-1")), { minLength: 1, maxLength: 3 })
  .map((keys) => pointer(...keys));
const operation = fc.oneof(
  fc.record({ op: fc.constantFrom("add", "replace", "test"), path, value: document }),
  fc.record({ op: fc.constantFrom("add", "replace", "test"), path, value: fc.constantFrom(null, 0, "x") }),
  fc.record({ op: fc.constant("remove"), path }),
) as fc.Arbitrary<Operation>;
const operations = fc.array(operation, { maxLength: 5 });

type Applied = { document: Json } | { refused: true };

function ours(before: Json, patch: Operation[]): Applied {
  try {
    return { document: applyPatch(before, patch) };
  } catch (error) {
    if (error instanceof PatchError) return { refused: true };
    throw error;
  }
}

function theirs(before: Json, patch: Operation[]): Applied {
  try {
    const copy = structuredClone(patch);
    return { document: jsonpatch.applyPatch(structuredClone(before), copy, true).newDocument };
  } catch {
    return { refused: true };
  }
}

/** fast-json-patch is laxer than RFC 6902 here: it takes "01" for 1, "" for 0, and "-" outside of add. */
function isStrict(patch: Operation[]): boolean {
  return patch.every(
    (each) => !/\/(01|-1|-)?(\/|$)/.test(each.path) || (each.op === "add" && /\/-$/.test(each.path)),
  );
}

test("[E6] a patch gives what fast-json-patch gives, or is refused like there", () => {
  fc.assert(
    fc.property(document, operations, (before, patch) => {
      fc.pre(isStrict(patch));
      expect(ours(before, patch)).toEqual(theirs(before, patch));
    }),
    { numRuns: 3000 },
  );
});

test("[E6] a patch applies all or none and never changes its input", () => {
  fc.assert(
    fc.property(document, operations, (before, patch) => {
      const copy = structuredClone(before);
      const values = structuredClone(patch);
      ours(before, patch);
      expect(before).toEqual(copy);
      expect(patch).toEqual(values);
    }),
    { numRuns: 1000 },
  );
});

test("[D4] the inverse patch takes a patch back", () => {
  fc.assert(
    fc.property(document, operations, (before, patch) => {
      const after = ours(before, patch);
      if ("refused" in after) return;
      expect(applyPatch(after.document, inversePatch(before, patch))).toEqual(before);
    }),
    { numRuns: 2000 },
  );
});

test("[E6] what a patch does not touch is shared", () => {
  const before = { a: { b: [1, 2] }, c: { d: {} } };
  const after = applyPatch(before, [{ op: "add", path: "/a/b/-", value: 3 }]);
  expect(after).toEqual({ a: { b: [1, 2, 3] }, c: { d: {} } });
  expect(after.c).toBe(before.c);
});

test("[E6] indices are those of RFC 6902", () => {
  const before = { list: [1, 2] };
  const refused: Operation[] = [
    { op: "add", path: "/list/3", value: 0 },
    { op: "add", path: "/list/01", value: 0 },
    { op: "add", path: "/list/-1", value: 0 },
    { op: "replace", path: "/list/2", value: 0 },
    { op: "replace", path: "/list/-", value: 0 },
    { op: "remove", path: "/list/-" },
    { op: "remove", path: "/list/length" },
  ];
  for (const each of refused) expect(() => applyPatch(before, [each])).toThrow(PatchError);
});

test("[E6] pointers to prototypes, move and copy are refused", () => {
  for (const name of ["__proto__", "constructor", "prototype"]) {
    expect(() => applyPatch({}, [{ op: "add", path: `/${name}/x`, value: 1 }])).toThrow(
      "not allowed in a pointer",
    );
  }
  const move = { op: "move", from: "/a", path: "/b" };
  expect(() => parsePatch([move])).toThrow("not a JSON Patch");
  expect(() => applyPatch({ a: 1 }, [move as unknown as Operation])).toThrow(
    "only add, remove, replace and test",
  );
  expect(() => applyPatch({}, [{ op: "remove", path: "/toString" }])).toThrow("nothing is there");
  expect(Reflect.get({}, "x")).toBeUndefined();
});

test("[E6] the error names the operation and the place", () => {
  expect(() => applyPatch({ a: 1 }, [{ op: "replace", path: "/b", value: 2 }])).toThrow(
    'replace "/b": nothing is there',
  );
});

test("[E6] a pointer round-trips through odd keys", () => {
  expect(pointer("a/b", "~", 0)).toBe("/a~1b/~0/0");
  expect(valueAt({ "a/b": { "~": [7] } }, "/a~1b/~0/0")).toBe(7);
  expect(valueAt({ list: [] }, "/list/length")).toBeUndefined();
  expect(valueAt({ a: 1 }, "")).toEqual({ a: 1 });
});
