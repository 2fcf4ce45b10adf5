import { expect, test } from "vitest";
import { fc } from "@/lib/shared/testing/properties";
import { createSseParser, type SseMessage } from "./sse-parser";

function read(pieces: string[]): SseMessage[] {
  const messages: SseMessage[] = [];
  const parse = createSseParser((message) => messages.push(message));
  for (const piece of pieces) parse(piece);
  return messages;
}

const stream =
  ': hello\n\nevent: reset\ndata: {"seq":3}\n\nid: 4\ndata: {"a":1}\n\ndata: one\ndata: two\n\nid: 9\ndata: last\n\n';
const expected = [
  { event: "reset", data: '{"seq":3}', id: "" },
  { event: "message", data: '{"a":1}', id: "4" },
  { event: "message", data: "one\ntwo", id: "4" },
  { event: "message", data: "last", id: "9" },
];

test("[R4] ids, names, comments and several data lines are read", () => {
  expect(read([stream])).toEqual(expected);
  expect(read([stream.replaceAll("\n", "\r\n")])).toEqual(expected);
  expect(read([stream.replaceAll("\n", "\r"), "\n"])).toEqual(expected);
});

test("[R4] where the network cuts makes no difference, and what isn't whole isn't told", () => {
  const text = stream.replaceAll("\n", "\r\n");
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      expect(read(at.slice(1).map((end, index) => text.slice(at[index], end)))).toEqual(expected);
    }),
  );
  expect(read(['data: {"half":'])).toEqual([]);
});
