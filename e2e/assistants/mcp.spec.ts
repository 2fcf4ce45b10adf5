import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

type Created = { created: { query_id: string }[] };

test("[T4] another assistant plots on the open board: it appears at once, and the log names it", async ({
  page,
  request,
  baseURL,
}) => {
  const made = await request.post("/api/dashboards", { data: { title: "Plans" } });
  const board: { id: string } = await made.json();
  const bench = new Workbench(page);
  const listens = page.waitForResponse(/\/events/);
  await bench.open(`/threads/t_${crypto.randomUUID()}?board=${board.id}`);
  await listens;
  await expect(bench.boardTitle()).toContainText("Plans");

  const client = new Client({ name: "claude-desktop", title: "Claude Desktop", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", baseURL)));
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
    return result.structuredContent;
  };
  const sql = "select plan, count(*) as accounts from accounts group by plan";
  const { created } = (await call("sql-workbench___create_queries", {
    queries: [{ title: "Accounts by plan", sql }],
  })) as Created;
  await call("dashboard___plot_widgets", {
    dashboard_id: board.id,
    widgets: [{ title: "Accounts by plan", kind: "bar", query_id: created[0]?.query_id }],
  });

  await expect(bench.widget(/^Accounts by plan/).getByRole("img")).toBeVisible();
  await expect(page.getByText(/^Claude Desktop: Added/).first()).toBeVisible();
  await bench.canvas.getByRole("button", { name: "What Kaboo did" }).click();
  const log = page.getByRole("complementary", { name: "What Kaboo did" });
  await expect(log.getByRole("listitem").filter({ hasText: "Claude Desktop" }).first()).toBeVisible();
  await client.close();
});

test("[T4] [C1] a canvas that follows opens what another assistant makes", async ({ page, baseURL }) => {
  const bench = new Workbench(page);
  // Changes are told to who listens.
  const listens = page.waitForResponse(/\/events/);
  await bench.open(`/threads/t_${crypto.randomUUID()}`);
  await listens;
  const client = new Client({ name: "claude-desktop", title: "Claude Desktop", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", baseURL)));
  await client.callTool({ name: "dashboard___create_dashboard", arguments: { title: "Made elsewhere" } });
  await expect(bench.boardTitle()).toContainText("Made elsewhere");
  await client.close();
});
