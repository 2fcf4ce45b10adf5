import { afterEach, expect, test } from "vitest";
import { branchThread } from "@/lib/runs/branch";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";
import { askingTeam, testTeam } from "@/lib/runs/testing/test-team";
import { newId } from "@/lib/shared/id";
import { openTranscripts } from "@/lib/threads/transcripts";

let open: TestRuns;
afterEach(() => open.close());

const now = () => new Date();
const branch = (threadId: string, seq: number, ownerId = "local") =>
  branchThread({ db: open.db, team: testTeam, now, newId }, { ownerId, threadId }, seq);

async function say(threadId: string, runId: string) {
  const state = { kaboo_references: [runId] };
  await open.runs.start("local", runInput(threadId, runId, { state }));
  await open.runs.settled();
}

async function read(threadId: string): Promise<StreamClient> {
  const client = new StreamClient();
  await client.read(
    await open.runs.read("local", threadId),
    (each) => each.lastId !== undefined && !each.running,
  );
  return client;
}

const transcripts = (threadId: string) =>
  Promise.all(["lead", "helper"].map((name) => openTranscripts({ db: open.db, now }).read(threadId, name)));

const seqOf = (client: StreamClient, id: string) =>
  Number(client.messages.find((message) => message.id === id)?.metadata?.seq);

const remember = (id: string, value: string) => ({ id, tool: "lab___remember", input: { value } });
const turn = (value: string) => [
  {
    calls: [remember(value, value), { id: `${value}_d`, tool: "delegate___helper", input: { task: value } }],
  },
  { text: `${value} it is.` },
];
const script = {
  lead: [...turn("one"), ...turn("two"), ...turn("three"), { text: "Four." }],
  helper: ["one", "two", "three"].map((text) => ({ text })),
};

test("[R4] a branch holds everything up to a turn's end: messages, transcripts, state; both go on by themselves", async () => {
  open = await openTestRuns(script);
  await say("t_1", "r_1");
  const atFirst = await read("t_1");
  const heardAtFirst = await transcripts("t_1");
  await say("t_1", "r_2");
  const atSecond = await read("t_1");
  await say("t_1", "r_3");
  const whole = await read("t_1");

  const points = [seqOf(whole, "m_r_1"), atFirst.lastId ?? 0, seqOf(whole, "m_r_2"), atSecond.lastId ?? 0];
  for (const [index, seq] of points.entries()) {
    const id = await branch("t_1", seq);
    const client = await read(id);
    const then = index < 2 ? atFirst : atSecond;
    expect(client.messages, `up to ${seq}`).toEqual(then.messages);
    expect(client.state, `up to ${seq}`).toEqual(then.state);
    if (index < 2) expect(await transcripts(id)).toEqual(heardAtFirst);
    // A branch of a branch, further back than that began.
    const again = await read(await branch(id, seqOf(whole, "m_r_1")));
    expect(again.messages).toEqual(atFirst.messages);
    expect(again.state).toEqual(atFirst.state);
  }

  const all = await branch("t_1", whole.lastId ?? 0);
  expect((await read(all)).messages).toEqual(whole.messages);
  await say(all, "r_4");
  const later = await read(all);
  expect(later.messages.slice(0, -2)).toEqual(whole.messages);
  expect(later.messages.at(-1)).toMatchObject({ content: "Four." });
  expect((await read("t_1")).messages).toEqual(whole.messages);

  // The model hears what the branch holds: it says the second turn's words anew.
  const early = await branch("t_1", seqOf(whole, "m_r_1"));
  await say(early, "r_5");
  const anew = await read(early);
  expect(anew.messages.at(-1)).toMatchObject({ content: "two it is." });
  expect(anew.state).toMatchObject({ kaboo_workspace: { project: "two" }, kaboo_references: ["r_5"] });

  const empty = await read(await branch("t_1", 0));
  expect(empty.messages).toEqual([]);
  expect(empty.state).toMatchObject({ kaboo_workspace: testTeam.initialState.kaboo_workspace });
});

test("[R4] a branch of a turn that is not over is refused, of an earlier one not; another's thread is not there", async () => {
  open = await openTestRuns(
    { lead: [{ text: "One." }, { calls: [remember("a", "later")] }, { text: "Three." }] },
    { team: askingTeam },
  );
  await say("t_1", "r_1");
  const first = await read("t_1");
  await say("t_1", "r_2");
  const waiting = await read("t_1");
  expect(waiting.interrupts).toHaveLength(1);
  await expect(branch("t_1", waiting.lastId ?? 0)).rejects.toThrow(/Answer what is asked/);
  const early = await read(await branch("t_1", first.lastId ?? 0));
  expect(early.messages).toEqual(first.messages);
  expect(early.interrupts).toEqual([]);
  await expect(branch("t_1", 1, "bob")).rejects.toMatchObject({ code: "not_found" });
  await expect(branch("t_none", 1)).rejects.toMatchObject({ code: "not_found" });

  // Not answered but gone on: the call's result belongs to the turn that asked.
  await say("t_1", "r_3");
  const second = await read(await branch("t_1", waiting.lastId ?? 0));
  expect(second.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "tool"]);
  expect(second.interrupts).toEqual([]);
});
