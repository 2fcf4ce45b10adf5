import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byRegion, owner } from "@/lib/agents/testing/open-test-services";
import { openTestEndpoint } from "@/lib/mcp/testing/open-test-endpoint";

let kaboo: Awaited<ReturnType<typeof openTestEndpoint>>;
beforeAll(async () => {
  kaboo = await openTestEndpoint();
});
afterAll(() => kaboo.close());

type Made = { query_id: string }[];

async function saveQuery(client: Client, title: string): Promise<string> {
  const { structuredContent } = await client.callTool({
    name: "sql-workbench___create_queries",
    arguments: { queries: [{ title, sql: byRegion }] },
  });
  const [made] = (structuredContent as { created: Made }).created;
  return made?.query_id ?? "";
}

async function createBoard(client: Client, title: string): Promise<string> {
  const { structuredContent } = await client.callTool({
    name: "dashboard___create_dashboard",
    arguments: { title },
  });
  return (structuredContent as { dashboard_id: string }).dashboard_id;
}

test.each(["legacy", "auto"] as const)(
  "[T4] another assistant builds a dashboard under its name, in the %s form of the protocol",
  async (mode) => {
    const client = await kaboo.connect(`Desk ${mode}`, mode);
    const { tools } = await client.listTools();
    const names = tools.map((tool) => tool.name);
    expect(names).toContain("dashboard___plot_widgets");
    expect(names.every((name) => /^(project|sql-workbench|dashboard)___/.test(name))).toBe(true);

    const board = await createBoard(client, `Board of ${mode}`);
    const query_id = await saveQuery(client, "Accounts by region");
    const plotted = await client.callTool({
      name: "dashboard___plot_widgets",
      arguments: { dashboard_id: board, widgets: [{ title: "Accounts", kind: "bar", query_id }] },
    });
    expect(plotted.structuredContent).toMatchObject({
      dashboard_id: board,
      created: [{ title: "Accounts" }],
    });
    const { widgets } = await kaboo.dashboards.get(owner, board);
    expect(widgets).toMatchObject([{ title: "Accounts", madeBy: { kind: "client", name: `Desk ${mode}` } }]);
  },
);

test("[T4] a connection has a thread of its own and a run per call, with effects, changes and no model", async () => {
  const client = await kaboo.connect("Claude Desktop");
  const board = await createBoard(client, "Threaded");
  const [change] = await kaboo.changes.list(owner, { dashboardId: board });
  expect(change?.author).toEqual({ kind: "client", name: "Claude Desktop" });
  const threadId = change?.threadId ?? "";
  await saveQuery(client, "In the same thread");
  await kaboo.runs.settled();
  const runs = await kaboo.db.run.findMany({ where: { threadId } });
  expect(runs.map((run) => run.status)).toEqual(["success", "success"]);
  const thread = await kaboo.db.thread.findFirst({ where: { id: threadId } });
  expect(thread?.state).toMatchObject({
    kaboo_workspace: {
      dashboards: { [board]: { title: "Threaded" } },
      changes: [{ agent: "Claude Desktop" }, { agent: "Claude Desktop" }],
      pending: [],
    },
  });
  const other = await kaboo.connect("Claude Desktop");
  const second = await createBoard(other, "Elsewhere");
  const [elsewhere] = await kaboo.changes.list(owner, { dashboardId: second });
  expect(elsewhere?.threadId).not.toBe(threadId);
});

test("[T4] an open page hears of a change at once", async () => {
  const gone = new AbortController();
  const page = await fetch(`${kaboo.serverUrl}/api/threads/t_of_a_person/events`, { signal: gone.signal });
  const client = await kaboo.connect("Claude Desktop");
  const board = await createBoard(client, "Heard of");
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of page.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (/event: change\ndata: .*Heard of.*\n\n/.test(text)) break;
  }
  const data = /event: change\ndata: (.*)\n/.exec(text)?.[1] ?? "{}";
  expect(JSON.parse(data)).toMatchObject({
    subjectId: board,
    author: { kind: "client", name: "Claude Desktop" },
  });
  gone.abort();
});

test("[T4] tools that a hot reload has changed are there at once, in a connection from before it, too", async () => {
  const before = await kaboo.connect("Claude Desktop");
  await before.listTools();
  const [board] = kaboo.team.tools.filter(({ name }) => name === "dashboard___create_dashboard");
  if (!board) throw new Error("no tool to rename");
  kaboo.takeTools([{ ...board, name: "dashboard___begin_dashboard" }]);
  for (const client of [before, await kaboo.connect("Claude Desktop"), await kaboo.connect("Desk", "auto")]) {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["dashboard___begin_dashboard"]);
    const made = await client.callTool({ name: "dashboard___begin_dashboard", arguments: { title: "New" } });
    expect(made.structuredContent).toMatchObject({ title: "New" });
  }
  kaboo.takeTools(kaboo.team.tools);
});

test("[T4] two clients that talk at once get their own answers only", async () => {
  const clients = await Promise.all([1, 2, 3].map((number) => kaboo.connect(`Client ${number}`)));
  const answers = await Promise.all(
    clients.flatMap((client, at) =>
      [1, 2, 3].map(async (round) => {
        const title = `Board ${at + 1}.${round}`;
        const { structuredContent } = await client.callTool({
          name: "dashboard___create_dashboard",
          arguments: { title },
        });
        return { title, got: (structuredContent as { title: string }).title };
      }),
    ),
  );
  for (const { title, got } of answers) expect(got).toBe(title);
});

test("[T4] [S8] a hundred clients with the same request ids get their own answers only", async () => {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (body: object, more: Record<string, string> = {}) =>
    fetch(kaboo.url, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
    });
  const about = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "Same", version: "1" },
  };
  const sessions = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const begun = await post({ method: "initialize", params: about });
      await begun.body?.cancel();
      return begun.headers.get("mcp-session-id") ?? "";
    }),
  );
  expect(new Set(sessions).size).toBe(100);
  const answers = await Promise.all(
    sessions.map(async (session, number) => {
      const asked = { method: "tools/call", params: { name: `nothing_${number}_`, arguments: {} } };
      return (await post(asked, { "mcp-session-id": session })).text();
    }),
  );
  answers.forEach((answer, number) => {
    expect(answer).toContain(`nothing_${number}_`);
    expect(answer.match(/nothing_/g)).toHaveLength(1);
  });
});

test("[T4] [S8] a message that is no JSON, too large or nested too deeply is refused before it is read", async () => {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = async (body: string) => (await fetch(kaboo.url, { method: "POST", headers, body })).status;
  for (const body of [
    "",
    "{",
    "\0",
    "[".repeat(100_000) + "]".repeat(100_000),
    '{"jsonrpc":"1.0"}',
    "[]",
    "7",
  ])
    expect(await post(body), body.slice(0, 20)).toBe(400);
  expect(await post(`"${"x".repeat(5_000_000)}"`)).toBe(413);
});

test("[T4] what is wrong is told in words: an unknown tool, an odd input, something that is not there", async () => {
  const client = await kaboo.connect("Claude Desktop");
  await expect(client.callTool({ name: "lab___echo", arguments: {} })).rejects.toThrow(/no tool/);
  const odd = await client.callTool({ name: "dashboard___create_dashboard", arguments: { titel: "x" } });
  expect(odd.isError).toBe(true);
  expect(JSON.stringify(odd.content)).toMatch(/titel/);
  const missing = await client.callTool({
    name: "dashboard___get_dashboard",
    arguments: { dashboard_id: "d_none" },
  });
  expect(missing.isError).toBe(true);
});

test("[T4] [S1] [S8] a page of another site, a foreign host and a made-up connection reach nothing", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const post = (more: Record<string, string>) =>
    fetch(kaboo.url, { method: "POST", body, headers: { ...headers, ...more } });
  expect((await post({ origin: "http://evil.example" })).status).toBe(403);
  expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await post({ "mcp-session-id": "made-up" })).status).toBe(404);
  expect((await post({})).status).toBe(400);
});

test("[T4] [H1] a call that needs a person's approval is refused with the reason, and nothing is done or left open", async () => {
  const strict = await openTestEndpoint((team) => ({
    ...team,
    approvals: [{ tool: "dashboard___delete_dashboard", message: "Delete the dashboard?" }],
  }));
  const client = await strict.connect("Claude Desktop");
  const board = await createBoard(client, "Kept");
  const refused = await client.callTool({
    name: "dashboard___delete_dashboard",
    arguments: { dashboard_id: board },
  });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toMatch(/person's word.*Delete the dashboard\?/);
  expect((await strict.dashboards.get(owner, board)).title).toBe("Kept");
  await strict.runs.settled();
  expect((await strict.db.run.findMany()).map((run) => run.status)).toEqual(["success", "success"]);
  await strict.close();
});
