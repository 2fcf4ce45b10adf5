import { expect, test } from "vitest";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";

test("[T9] a run is one model call after the other, with the calls between them run by the engine", async () => {
  const notes = new Notes();
  await observe(notesTeam(notes), {
    script: {
      writer: [
        { text: "I'll add it.", calls: [{ tool: "notes___add", input: { text: "milk" } }] },
        { text: "Added." },
      ],
    },
  });
  expect(notes.texts).toEqual(["milk"]);
});
