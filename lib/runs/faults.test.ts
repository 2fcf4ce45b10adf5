import { afterEach, expect, inject, test, vi } from "vitest";
import { openTestDatabase } from "@/lib/db/testing/databases";
import { createFailingDriver, type FailingDriver } from "@/lib/db/testing/failing-driver";
import { log } from "@/lib/observability/log";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import type { Script } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

const script: Script = {
  lead: [
    {
      text: "All at once.",
      calls: [
        { id: "a", tool: "lab___remember", input: { value: { colour: "blue" } } },
        { id: "b", tool: "lab___slow", input: { ms: 1 } },
        { id: "c", tool: "delegate___helper", input: { task: "Help." } },
      ],
    },
    ...Array.from({ length: 4 }, () => ({ text: "That is all." })),
  ],
  helper: [
    { text: "Working.", calls: [{ id: "d", tool: "lab___remember", input: { value: { colour: "red" } } }] },
    ...Array.from({ length: 4 }, () => ({ text: "Done." })),
  ],
};

const idle = (each: StreamClient) => each.lastId !== undefined && !each.running;

/** Which write fails matters on every database, but most of it is the same: one is tried in full. */
const whole = inject("databaseKind") === "sqlite";

/** One run while the k-th write fails, and `count - 1` after it; then what a person finds. False when nothing failed. */
async function runFailingAt(k: number, count: number, driver: FailingDriver): Promise<boolean> {
  const { runs, db } = open;
  const threadId = `t_${k}`;
  const watching = new AbortController();
  const shown = new StreamClient();
  const pieces = await runs.read("local", threadId);
  const reading = shown.read(
    (signal) => pieces(AbortSignal.any([signal, watching.signal])),
    () => false,
  );
  driver.failAt(k, count);
  // That it begins may be what can't be stored.
  await runs.start("local", runInput(threadId, `r_${k}_1`)).catch(() => {});
  await runs.settled();
  driver.heal();
  const second = `r_${k}_2`;
  await runs.start("local", runInput(threadId, second));
  await runs.settled();
  watching.abort();
  await reading;

  const at = `at write ${k}`;
  const fresh = new StreamClient();
  await fresh.read(await runs.read("local", threadId), idle);
  await shown.read(await runs.read("local", threadId, shown.lastId), idle);
  expect(shown.messages, at).toEqual(fresh.messages);
  expect(shown.state, at).toEqual(fresh.state);
  expect(fresh.state, at).toMatchObject({ kaboo_workspace: { pending: {} } });
  const calls = fresh.messages.flatMap((each) => (each.role === "assistant" ? (each.toolCalls ?? []) : []));
  const results = fresh.messages.flatMap((each) => (each.role === "tool" ? [each.toolCallId] : []));
  expect(results.sort(), at).toEqual(calls.map(({ id }) => id).sort());
  expect(await db.run.findUnique({ where: { id: second } }), at).toMatchObject({ status: "success" });
  expect(await db.run.count({ where: { threadId, status: "running" } }), at).toBe(0);
  expect(await db.invocation.count({ where: { threadId, status: "running" } }), at).toBe(0);
  return driver.hasFailed();
}

test.each([
  { what: "one write fails", count: 1, step: whole ? 1 : 6 },
  { what: "the disk stays full", count: 1_000, step: whole ? 4 : 12 },
])(
  "[R3] [R5] $what, whichever: what was sent is stored, each call has one result, the thread goes on",
  async ({ count, step }) => {
    vi.spyOn(log, "warn").mockReturnValue();
    vi.mocked(log.error).mockReturnValue();
    const driver = createFailingDriver();
    open = await openTestRuns(script, { database: openTestDatabase(undefined, driver.adapt) });
    let k = 1;
    while (await runFailingAt(k, count, driver)) k += step;
    expect(k).toBeGreaterThan(20);
    vi.mocked(log.error).mockClear();
  },
  60_000,
);
