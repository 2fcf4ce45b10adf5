import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { HttpAgent } from "@ag-ui/client";
import type { Interrupt, ResumeEntry } from "@ag-ui/core";
import { afterEach, expect, test } from "vitest";
import { openTestDatabase } from "@/lib/db/testing/databases";
import { openTestRuns, type TestRuns } from "@/lib/runs/testing/open-test-runs";
import { pausingScript } from "@/lib/runs/testing/pausing-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";
import { askingTeam } from "@/lib/runs/testing/test-team";

let open: TestRuns;
afterEach(() => open.close());

const remember = (value: string) => ({ id: value, tool: "lab___remember", input: { value } });
const approve = ({ id }: Interrupt): ResumeEntry => ({
  interruptId: id,
  status: "resolved",
  payload: { approved: true },
});

/** What a page that opens the thread now is told. */
async function page(): Promise<StreamClient> {
  await open.runs.settled();
  const client = new StreamClient();
  await client.read(
    await open.runs.read("local", "t_1"),
    (each) => each.lastId !== undefined && !each.running,
  );
  return client;
}

function resume(runId: string, entries: ResumeEntry[]) {
  return open.runs.start("local", { ...runInput("t_1", runId), messages: [], resume: entries });
}

test("[H1] [R10] a stock client is interrupted, resumes with edited arguments, and its verifier is content", async () => {
  open = await openTestRuns(
    {
      lead: [
        {
          text: "Two things.",
          calls: [remember("first"), { id: "b", tool: "lab___echo", input: { value: 1 } }],
        },
        { text: "Kept." },
      ],
    },
    { team: askingTeam },
  );
  const agent = new HttpAgent({ url: `${open.url}/api/agent`, threadId: "t_1" });
  agent.addMessage({ id: "m_1", role: "user", content: "Remember it." });
  await agent.runAgent({ runId: "r_1" });
  const [interrupt] = agent.pendingInterrupts;
  expect(interrupt).toMatchObject({
    message: "Remember it for good.",
    metadata: { arguments: { value: "first" } },
  });
  expect((await page()).interrupts).toEqual([interrupt]);

  const payload = { approved: true, editedArgs: { value: "edited" } };
  await agent.runAgent({
    runId: "r_2",
    resume: [{ interruptId: interrupt?.id ?? "", status: "resolved", payload }],
  });
  expect(agent.pendingInterrupts).toEqual([]);
  expect(agent.state).toMatchObject({ kaboo_workspace: { project: "edited" } });
  const shown = await page();
  // The result stands behind its call, though it came with a later run.
  expect(shown.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "assistant"]);
  expect(shown.messages.slice(1)).toEqual(agent.messages.slice(1));
  expect(shown.interrupts).toEqual([]);
});

test("[H1] answers are kept one by one; the run resumes with the last of them, and none asks again", async () => {
  open = await openTestRuns(
    { lead: [{ calls: [remember("one"), remember("two")] }, { text: "Kept." }] },
    { team: askingTeam },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  const [first, second] = (await page()).interrupts;
  if (!first || !second) throw new Error("two were to be asked");
  await resume("r_2", [approve(first)]);
  const between = await page();
  expect(between.interrupts).toEqual([second]);
  expect(between.messages.filter(({ role }) => role === "tool")).toEqual([]);
  await expect(
    resume("r_3", [{ interruptId: first.id, status: "resolved", payload: { approved: false } }]),
  ).rejects.toThrow("answered before");
  await resume("r_4", [approve(second)]);
  const after = await page();
  expect(after.interrupts).toEqual([]);
  expect(after.messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  expect(after.messages.at(-1)).toMatchObject({ content: "Kept." });
  await expect(resume("r_5", [approve(first)])).rejects.toThrow("is over");
});

test("[H1] an answer that doesn't fit is refused with the reason, and what waits goes on waiting", async () => {
  open = await openTestRuns({ lead: [{ calls: [remember("one")] }] }, { team: askingTeam });
  await open.runs.start("local", runInput("t_1", "r_1"));
  const [first] = (await page()).interrupts;
  const answer = (payload: unknown) =>
    resume("r_2", [{ interruptId: first?.id ?? "", status: "resolved", payload }]);
  await expect(answer({ yes: true })).rejects.toThrow("approved");
  await expect(answer({ approved: true, editedArgs: { nothing: 1 } })).rejects.toThrow("not valid");
  expect((await page()).interrupts).toEqual([first]);
});

test("[H3] [R6] a message instead of an answer closes what is open, visibly, and is answered", async () => {
  open = await openTestRuns(
    { lead: [{ calls: [remember("one")] }, { text: "Then not." }] },
    { team: askingTeam },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  await page();
  await open.runs.start("local", runInput("t_1", "r_2"));
  const after = await page();
  expect(after.interrupts).toEqual([]);
  expect(after.messages.map(({ role, content }) => `${role} ${content ?? ""}`)).toEqual([
    "user What is there?",
    "assistant ",
    expect.stringContaining("tool Not done"),
    "user What is there?",
    "assistant Then not.",
  ]);
  expect(after.state).toMatchObject({ kaboo_workspace: { project: {} } });
});

test("[H3] an expired request says so, and going on without it leaves it undone", async () => {
  let time = Date.now();
  open = await openTestRuns(
    { lead: [{ calls: [remember("one")] }, { text: "Undone." }] },
    { team: askingTeam, now: () => new Date(time) },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  const [first] = (await page()).interrupts;
  if (!first) throw new Error("one was to be asked");
  time += 25 * 3_600_000;
  await resume("r_2", [approve(first)]);
  const after = await page();
  expect(after.messages.find(({ role }) => role === "tool")?.content).toContain("did not answer in time");
  expect(after.state).toMatchObject({ kaboo_workspace: { project: {} } });
});

test("[H3] what waits survives its process: killed during the pause, two delegates go on after a restart", async () => {
  const database = openTestDatabase();
  const program = join(import.meta.dirname, "testing/run-and-pause.ts");
  const parameters = ["--import", "tsx", program, database.folder, ...(database.url ? [database.url] : [])];
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(JSON.parse(line)).toMatchObject({ status: "interrupt" });

  open = await openTestRuns(pausingScript, { database, team: askingTeam });
  const before = await page();
  expect(before.interrupts).toHaveLength(2);
  expect(before.messages.filter(({ role }) => role === "tool")).toHaveLength(1);
  await resume("r_2", before.interrupts.map(approve));
  const after = await page();
  expect(after.messages.at(-1)).toMatchObject({ content: "Both are done." });
  const results = after.messages.flatMap((message) => (message.role === "tool" ? [message.toolCallId] : []));
  expect(results).toHaveLength(5);
  expect(new Set(results).size).toBe(5);
  expect(after.interrupts).toEqual([]);
  expect(await open.db.invocation.count({ where: { status: "success" } })).toBe(3);
});

test("[H2] the answers to a question come back as the call's result", async () => {
  const questions = [{ question: "Which?", options: ["This", "That"] }];
  open = await openTestRuns(
    { lead: [{ calls: [{ id: "q", tool: "ask_user", input: { questions } }] }, { text: "That, then." }] },
    { team: askingTeam },
  );
  await open.runs.start("local", runInput("t_1", "r_1"));
  const [asked] = (await page()).interrupts;
  await resume("r_2", [{ interruptId: asked?.id ?? "", status: "resolved", payload: { answers: ["That"] } }]);
  const after = await page();
  expect(after.messages.find(({ role }) => role === "tool")?.content).toBe("Which? That");
});

test("[T8] [R10] a stock client's own tool: the run ends with the call pending, its message brings the result", async () => {
  open = await openTestRuns({
    lead: [{ calls: [{ id: "m", tool: "show_map", input: { place: "Delft" } }] }, { text: "Nice." }],
  });
  const agent = new HttpAgent({ url: `${open.url}/api/agent`, threadId: "t_1" });
  const tools = [{ name: "show_map", description: "Shows a map.", parameters: { type: "object" } }];
  agent.addMessage({ id: "m_1", role: "user", content: "Where is it?" });
  const pending: string[][] = [];
  await agent.runAgent(
    { runId: "r_1", tools },
    {
      onRunFinishedEvent: (end) => {
        if (end.outcome === "success") pending.push(end.pendingToolCallIds);
      },
    },
  );
  const [toolCallId] = pending[0] ?? [];
  expect(toolCallId).toMatch(/^c_/);
  agent.addMessage({ id: "m_2", role: "tool", toolCallId: toolCallId ?? "", content: "Seen." });
  await agent.runAgent({ runId: "r_2", tools });
  expect(agent.messages.at(-1)).toMatchObject({ role: "assistant", content: "Nice." });
  // The client has its own tool message; it isn't sent twice.
  expect(agent.messages.filter(({ role }) => role === "tool")).toHaveLength(1);
  expect((await page()).messages.filter(({ role }) => role === "tool")).toHaveLength(1);
});
