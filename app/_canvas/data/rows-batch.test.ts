import { expect, test } from "vitest";
import { createRowsBatch } from "@/app/_canvas/data/rows-batch";
import type { RowsRequest } from "@/lib/sources/schema";

function server() {
  const requests: RowsRequest[] = [];
  const signals: AbortSignal[] = [];
  const lines = new TransformStream<Uint8Array, Uint8Array>();
  const writer = lines.writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  const later: (() => void)[] = [];
  const load = createRowsBatch(
    async (body, signal) => {
      requests.push(body);
      signals.push(signal);
      return lines.readable;
    },
    (run) => later.push(run),
  );
  return {
    requests,
    signals,
    load,
    write,
    end: () => writer.close(),
    tick: () => later.splice(0).map((run) => run()),
  };
}

const line = (index: number, value: string) =>
  `${JSON.stringify({ index, columns: [{ name: "n", type: "BIGINT" }], rows: [[value]], truncated: false, asOf: "now" })}\n`;

test("[Q6] widgets that ask in one tick share one request, each answered as its line arrives", async () => {
  const { requests, load, write, end, tick } = server();
  const first = load({ dashboardId: "d_1", item: { queryId: "q_1", widgetId: "w_1" } });
  const second = load({ dashboardId: "d_1", item: { queryId: "q_2", params: { region: "EU" } } });
  tick();
  expect(requests).toEqual([
    {
      dashboardId: "d_1",
      items: [
        { queryId: "q_1", widgetId: "w_1" },
        { queryId: "q_2", params: { region: "EU" } },
      ],
    },
  ]);
  // The second line comes first, and is cut in the middle.
  const text = line(1, "2");
  void write(text.slice(0, 20));
  void write(text.slice(20));
  expect((await second).rows.rows).toEqual([["2"]]);
  void write(line(0, "9007199254740993"));
  expect((await first).rows.rows).toEqual([["9007199254740993"]]);
  await end();
});

test("[Q6] a query that fails fails alone, and an answer that ends early says so", async () => {
  const { load, write, end, tick } = server();
  const good = load({ item: { queryId: "q_1" } });
  const bad = load({ item: { queryId: "q_2" } });
  const lost = load({ item: { queryId: "q_3" } });
  const outcomes = Promise.allSettled([good, bad, lost]);
  tick();
  void write(`${JSON.stringify({ index: 1, error: { message: "no such table", position: 4 } })}\n`);
  void write(line(0, "1"));
  void end();
  expect(await outcomes).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { message: "no such table" } },
    { status: "rejected", reason: { message: "The answer ended early. Try again." } },
  ]);
});

test("[Q6] the request is given up only when everyone has gone", async () => {
  const { load, signals, tick, end } = server();
  const [one, two] = [new AbortController(), new AbortController()];
  const asks = [
    load({ item: { queryId: "q_1" } }, one.signal),
    load({ item: { queryId: "q_2" } }, two.signal),
  ];
  const outcomes = Promise.allSettled(asks);
  tick();
  one.abort();
  expect(signals[0]?.aborted).toBe(false);
  two.abort();
  expect(signals[0]?.aborted).toBe(true);
  void end();
  await outcomes;
});
