import { afterEach, expect, test, vi } from "vitest";
import { writeLongThread } from "@/lib/runs/testing/long-thread";
import { openTestRuns, type Script, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { runInput } from "@/lib/runs/testing/run-input";
import { shownMessages, statusOf } from "./selectors";
import { createSession, type Session } from "./session";

let server: TestRuns;
const opened: Session[] = [];

afterEach(async () => {
  for (const session of opened.splice(0)) session.close();
  await server.close();
});

function open(threadId = "t_test"): Session {
  const session = createSession(threadId, { origin: server.url });
  opened.push(session);
  session.open();
  return session;
}

/** Resolves when the session is as wanted; it tells of every change itself. A run that fails is no reason to wait on. */
function until(session: Session, wanted: (session: Session) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = session.subscribe(check);
    function check() {
      const { run } = session.get().state;
      if (run?.status === "error") reject(new Error(run.error?.message));
      if (!wanted(session)) return;
      leave();
      resolve();
    }
    check();
  });
}

const idle = (session: Session) => statusOf(session.get()) === "idle";
const ended = (session: Session) => session.get().state.run?.status === "success";
const texts = (session: Session) => {
  const { messages, outbox } = session.get().state;
  return shownMessages(messages, outbox).flatMap(({ role, content }) =>
    content ? [`${role}: ${content}`] : [],
  );
};

const script: Script = {
  lead: [
    {
      text: "Let me see.",
      calls: [{ id: "a", tool: "lab___remember", input: { value: { colour: "blue" } } }],
      chunks: 3,
    },
    { text: "It is blue.", chunks: 4 },
  ],
};

test("[R1] a message is shown at once, then streamed back once with its answer; the state follows", async () => {
  server = await openTestRuns(script);
  const session = open();
  await until(session, idle);
  session.send("  Which colour?  ");
  expect(texts(session)).toEqual(["user: Which colour?"]);
  expect(statusOf(session.get())).toBe("running");
  await until(session, ended);
  expect(texts(session)).toEqual([
    "user: Which colour?",
    "assistant: Let me see.",
    expect.stringMatching(/^tool: /),
    "assistant: It is blue.",
  ]);
  expect(session.get().state.outbox).toEqual([]);
  expect(session.get().state.state.kaboo_workspace).toMatchObject({ project: { colour: "blue" } });
});

test("[R4] a session that was away, and one that comes later, end with the same conversation", async () => {
  server = await openTestRuns(script);
  const session = open();
  await until(session, idle);
  session.send("Which colour?");
  await until(session, ({ get }) => get().state.messages.length > 1);
  session.close();
  await server.runs.settled();
  session.open();
  const later = open();
  await until(session, (each) => each.get().state.run === null || ended(each));
  await until(later, (each) => each.get().state.messages.length >= 4);
  expect(texts(session)).toEqual(texts(later));
  expect(session.get().state.state).toEqual(later.get().state.state);
});

test("[R6] a message sent while a run is on waits for its end, and can be taken back before", async () => {
  server = await openTestRuns({
    lead: [
      { calls: [{ id: "a", tool: "lab___slow", input: { ms: 60_000 } }], when: "First" },
      { text: "Done." },
    ],
  });
  const session = open();
  await until(session, idle);
  session.send("First");
  await until(session, ({ get }) => get().state.calls.some(({ status }) => status === "running"));
  session.send("Second");
  session.send("Third");
  const waiting = ({ get }: Session) => get().state.outbox.filter(({ status }) => status === "queued");
  await until(session, (each) => waiting(each).length === 2);
  const third = waiting(session)[1];
  if (third) session.discard(third.message.id);
  await session.stop();
  await until(session, (each) => ended(each) && each.get().state.outbox.length === 0);
  expect(texts(session).filter((text) => text.startsWith("user"))).toEqual(["user: First", "user: Second"]);
});

test("[U5] a refused message says why and keeps its text; trying again or discarding is the person's choice", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  server = await openTestRuns(script);
  const session = open();
  await until(session, idle);
  session.send("x".repeat(300 * 1024));
  await until(session, ({ get }) => get().failure !== null);
  expect(session.get().failure).toMatchObject({ code: "too_large", message: expect.stringContaining("KiB") });
  const [failed] = session.get().state.outbox;
  expect(failed?.status).toBe("failed");
  session.discard(failed?.message.id ?? "");
  expect(session.get()).toMatchObject({ failure: null, state: { outbox: [] } });
});

test("[C5] what the page's parts say the person looks at goes with the run, as text", async () => {
  server = await openTestRuns({
    lead: [{ text: "Seen.", when: "What the person looks at", else: { text: "Not seen." } }],
  });
  const session = open();
  await until(session, idle);
  session.setContext("board", {
    description: "What the person looks at",
    value: { board: "d_1", version: 3 },
  });
  session.setContext("gone", { description: "Nothing", value: null });
  session.send("What do I see?");
  await until(session, ended);
  expect(texts(session).at(-1)).toBe("assistant: Seen.");
});

test("[R4] a long thread opens with its newest turns; earlier ones come when asked for, and stay when the stream starts over", async () => {
  server = await openTestRuns(script);
  await writeLongThread(server.db, "t_long", 45);
  const session = open("t_long");
  const shown = () => session.get().state.messages.filter(({ role }) => role === "user").length;
  await until(session, idle);
  expect(shown()).toBe(10);
  for (const turns of [40, 45]) {
    await session.loadEarlier();
    expect(shown()).toBe(turns);
  }
  expect(session.get().state).toMatchObject({ earlier: 0, messages: { 0: { id: "m_u1" } } });
  await session.loadEarlier();

  // A run that this page has not heard of has folded its place away.
  session.close();
  await server.runs.start("local", runInput("t_long", "r_1"));
  await server.runs.settled();
  session.open();
  await until(session, () => shown() === 46);
  expect(session.get().state).toMatchObject({ earlier: 0, messages: { 0: { id: "m_u1" } } });
  const ids = session.get().state.messages.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
