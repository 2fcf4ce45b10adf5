import { expect, test } from "vitest";
import { noteOwnEdit, noteTakenBack, takeOwn } from "@/app/_canvas/data/own-edits";

test("[D4] one's own changes go back one by one, come again one by one, until something new is done", () => {
  noteOwnEdit("d_1", 4);
  noteOwnEdit("d_1", 6);
  noteOwnEdit("d_2", 2);
  expect(takeOwn("d_1", "undo")).toBe(6);
  noteTakenBack("d_1", "undo", 7);
  expect(takeOwn("d_1", "undo")).toBe(4);
  noteTakenBack("d_1", "undo", 8);
  expect(takeOwn("d_1", "undo")).toBeNull();
  expect(takeOwn("d_1", "redo")).toBe(8);
  noteTakenBack("d_1", "redo", 9);
  expect(takeOwn("d_1", "undo")).toBe(9);
  noteOwnEdit("d_1", 10);
  expect(takeOwn("d_1", "redo")).toBeNull();
  expect(takeOwn("d_2", "undo")).toBe(2);
});
