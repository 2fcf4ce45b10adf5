import { afterEach, expect, test } from "vitest";
import { openTestDatabase } from "@/lib/db/testing/databases";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";

let open: TestRuns;
afterEach(() => open.close());

test("[R5] Continue goes on from the last finished step, in the same invocation, without the message again", async () => {
  open = await openTestRuns({
    lead: [
      { text: "One.", calls: [{ id: "a", tool: "lab___remember", input: { value: 1 } }] },
      { text: "Two.", error: "aborted-stream", when: "One" },
      { text: "Three." },
    ],
  });
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  expect(await open.db.run.findUniqueOrThrow({ where: { id: "r_1" } })).toMatchObject({ status: "error" });
  const { runId } = await open.runs.continue("local", "t_1");
  await open.runs.settled();
  const client = new StreamClient();
  await client.read(await open.runs.read("local", "t_1"), (each) => each.lastId !== undefined);
  expect(client.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "assistant",
  ]);
  expect(client.state).toMatchObject({ kaboo_workspace: { project: 1 } });
  const invocations = await open.db.invocation.findMany();
  expect(invocations).toMatchObject([{ runId, status: "success" }]);
  await expect(open.runs.continue("local", "t_1")).rejects.toThrow(/complete/);
  await expect(open.runs.continue("local", "t_9")).rejects.toThrow(/nothing to continue/);
});

test("[R6] [R9] Continue that comes before another server has folded the run waits for that", async () => {
  let looked = () => {};
  const hasLooked = new Promise<void>((resolve) => {
    looked = resolve;
  });
  const database = openTestDatabase();
  // Tells when somebody asks whether the run's last word is stored.
  const events = new Proxy(database.db.runEvent, {
    get(table, name) {
      const found = Reflect.get(table, name);
      if (name !== "findFirst") return found;
      return (...args: Parameters<typeof table.findFirst>) => table.findFirst(...args).then(passOn);
    },
  });
  const passOn = <T>(row: T) => {
    looked();
    return row;
  };
  const db = new Proxy(database.db, {
    get: (target, name) => (name === "runEvent" ? events : Reflect.get(target, name)),
  });
  open = await openTestRuns(
    { lead: [{ text: "One.", error: "aborted-stream" }, { text: "Two." }] },
    { database, db },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  await open.runs.settled();
  // As another server has it between a run's last word and its fold.
  const held = { leaseOwner: "elsewhere/1/x", leaseUntil: new Date(Date.now() + 60_000), liveThread: "t_1" };
  await database.db.run.update({ where: { id: "r_1" }, data: { status: "running", ...held } });
  const going = open.runs.continue("local", "t_1");
  await Promise.race([hasLooked, going]);
  await database.db.run.update({ where: { id: "r_1" }, data: { status: "error", liveThread: null } });
  expect(await going).toEqual({ runId: expect.any(String) });
  await open.runs.settled();
  expect(await database.db.run.count({ where: { status: "success" } })).toBe(1);
});
