import type { ModelMessage } from "ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leftOutNote } from "@/lib/agent/dress";
import { firstKept } from "@/lib/agent/shorten";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";

const turn = (length: number): ModelMessage[] => [
  { role: "user", content: "u" },
  { role: "assistant", content: "a".repeat(length) },
];
const human: ModelMessage = { role: "user", content: "now" };

test("[T7] the oldest turns go when the window asks for it, whole ones only, and stay away", () => {
  expect(firstKept([...turn(50), ...turn(50), human], 1_000)).toBe(0);
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 30 }), (lengths) => {
      let before = 0;
      for (let count = 0; count <= lengths.length; count++) {
        const messages = [...lengths.slice(0, count).flatMap(turn), human];
        const first = firstKept(messages, 300);
        expect(messages[first]?.role).toBe("user");
        expect(first).toBeGreaterThanOrEqual(before);
        expect(JSON.stringify(messages.slice(first)).length).toBeLessThan(300 * 3 + 30 * 30);
        before = first;
      }
    }),
  );
});

test("[T7] a thread too long for its model goes on with the newest turns and a note", async () => {
  const transcripts = new MemoryTranscripts();
  const team = notesTeam(new Notes());
  const ask = (content: string) =>
    observe(team, {
      transcripts,
      model: { contextTokens: 200 },
      request: { message: { id: `m_${content}`, content } },
      script: {
        writer: [{ calls: [{ tool: "notes___add", input: { text: "x".repeat(100) } }] }, { text: "done" }],
      },
    });
  for (const content of ["one", "two", "three"]) await ask(content);
  const run = await ask("four");
  const messages = run.prompts[1]?.messages ?? [];
  expect(JSON.stringify(messages)).not.toContain('"one"');
  expect(String(messages[0]?.content)).toContain(leftOutNote);
  expect(JSON.stringify(messages)).toContain("four");
  expect(transcripts.rows("t_1", "writer")).toHaveLength(16);
  expect(run.outcome.status).toBe("success");
});
