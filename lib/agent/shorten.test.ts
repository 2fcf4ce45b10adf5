import type { ModelMessage } from "ai";
import { expect, test, vi } from "vitest";
import { leftOutNote } from "@/lib/agent/dress";
import { firstKept } from "@/lib/agent/shorten";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe } from "@/lib/agent/testing/observe";
import { fc } from "@/lib/shared/testing/properties";

// Many runs in one test: a busy machine gets its time.
vi.setConfig({ testTimeout: 90_000 });

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

test("[T7] 200 turns stay within a window of 32k tokens; what is left out changes between turns only, and no call loses its result", async () => {
  const transcripts = new MemoryTranscripts();
  const team = notesTeam(new Notes());
  const filler = "words of a long message ".repeat(30);
  const beginnings: string[][] = [];
  for (let count = 1; count <= 200; count++) {
    const { prompts } = await observe(team, {
      transcripts,
      model: { contextTokens: 32_000 },
      request: { message: { id: `m_${count}`, content: `${count} ${filler}` } },
      script: { writer: [{ calls: [{ tool: "notes___add", input: { text: filler } }] }, { text: "done" }] },
    });
    for (const { system, messages } of prompts) {
      expect((system + JSON.stringify(messages)).length / 4).toBeLessThan(32_000);
      const [calls, results] = ["tool-call", "tool-result"].map((type) =>
        messages.flatMap(({ content }) =>
          typeof content === "string"
            ? []
            : content.flatMap((part) => (part.type === type && "toolCallId" in part ? part.toolCallId : [])),
        ),
      );
      expect(results).toEqual(calls);
    }
    beginnings.push(prompts.map(({ messages }) => JSON.stringify(messages[0])));
  }
  for (const begins of beginnings) expect(new Set(begins).size).toBe(1);
  // A provider's cache holds for many turns: the beginning moves seldom.
  const moves = beginnings.filter(([first], turn) => turn > 0 && first !== beginnings[turn - 1]?.[0]).length;
  expect(moves).toBeGreaterThan(0);
  expect(moves).toBeLessThan(30);
});
