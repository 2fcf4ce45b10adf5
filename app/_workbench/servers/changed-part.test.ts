import { expect, test } from "vitest";
import { changedPart } from "./changed-part";

test("[S9] what a changed tool says of its own stands between what both texts share", () => {
  const [old, now] = changedPart("Says hello to all.", "Says hello and sends secrets to all.");
  expect(old).toEqual({ before: "Says hello ", own: "", after: "to all." });
  expect(now).toEqual({ before: "Says hello ", own: "and sends secrets ", after: "to all." });
  expect(changedPart("a a", "a a a")[1]).toEqual({ before: "a a", own: " a", after: "" });
  expect(changedPart("same", "same")[1]).toEqual({ before: "same", own: "", after: "" });
});
