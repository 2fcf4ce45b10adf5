import { expect, test } from "vitest";
import { ifMatch } from "@/lib/http/if-match";

const asked = (value?: string) =>
  new Request("http://localhost/", value === undefined ? {} : { headers: { "if-match": value } });

test("[A1] an edit names its version in If-Match, and is told when it doesn't", () => {
  expect(ifMatch(asked('"3"'))).toBe(3);
  expect(ifMatch(asked('W/"12"'))).toBe(12);
  expect(() => ifMatch(asked())).toThrow(expect.objectContaining({ code: "precondition_required" }));
  for (const wrong of ["3", '"x"', "*", '"-1"', ""])
    expect(() => ifMatch(asked(wrong)), wrong).toThrow(expect.objectContaining({ code: "bad_input" }));
});
