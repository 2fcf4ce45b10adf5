import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";

let kaboo: TestServices;
// The composition root alone is another one: real services, on a folder of their own with a small sample.
vi.mock("@/lib/agents/runtime", () => ({ runtime: () => kaboo }));

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

/** The routes by path. */
async function loadRoutes() {
  return {
    dashboards: await import("@/app/api/dashboards/route"),
    dashboard: await import("@/app/api/dashboards/[id]/route"),
    widgets: await import("@/app/api/dashboards/[id]/widgets/route"),
    widget: await import("@/app/api/dashboards/[id]/widgets/[widgetId]/route"),
    changes: await import("@/app/api/dashboards/[id]/changes/route"),
    undo: await import("@/app/api/dashboards/[id]/undo/route"),
    versions: await import("@/app/api/dashboards/[id]/versions/route"),
    restore: await import("@/app/api/dashboards/[id]/restore/route"),
    queries: await import("@/app/api/queries/route"),
    query: await import("@/app/api/queries/[id]/route"),
    log: await import("@/app/api/changes/route"),
  };
}

let routes: Awaited<ReturnType<typeof loadRoutes>>;
beforeAll(async () => {
  kaboo = openTestServices();
  routes = await loadRoutes();
});
afterAll(() => kaboo.close());

type Sent = { params?: Record<string, string>; body?: unknown; version?: number; search?: string };

async function send(
  handler: unknown,
  method: string,
  { params = {}, body, version, search = "" }: Sent = {},
) {
  const headers = new Headers({ host: "localhost:3000" });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (version !== undefined) headers.set("if-match", `"${version}"`);
  const request = new Request(`http://localhost:3000/api${search}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await (handler as Handler)(request, { params: Promise.resolve(params) as Promise<never> });
  const text = await response.text();
  return { status: response.status, etag: response.headers.get("etag"), body: text && JSON.parse(text) };
}

const sql = "select region, count(*) as accounts from accounts group by region";

test("[A1] a dashboard's life over HTTP: make, add, edit, stale edit, undo, versions, restore, delete", async () => {
  const query = await send(routes.queries.POST, "POST", { body: { title: "Accounts", sql } });
  expect(query).toMatchObject({ status: 201, body: { columns: [{ name: "region" }, { name: "accounts" }] } });
  const made = await send(routes.dashboards.POST, "POST", { body: { title: "Board" } });
  expect(made).toMatchObject({ status: 201, etag: '"1"', body: { title: "Board", version: 1, widgets: [] } });
  const params = { id: made.body.id };
  const newWidget = { title: "Bars", kind: "bar", queryId: query.body.id };
  const added = await send(routes.widgets.POST, "POST", { params, body: newWidget, version: 1 });
  expect(added).toMatchObject({
    status: 201,
    etag: '"2"',
    body: { widgets: [{ title: "Bars", kind: "bar" }] },
  });
  const ofWidget = { ...params, widgetId: added.body.widgets[0].id };

  const unversioned = await send(routes.widget.PATCH, "PATCH", { params: ofWidget, body: { title: "X" } });
  expect(unversioned.status).toBe(428);
  const edited = await send(routes.widget.PATCH, "PATCH", {
    params: ofWidget,
    body: { title: "Ours" },
    version: 2,
  });
  expect(edited).toMatchObject({ status: 200, etag: '"3"', body: { version: 3 } });
  const stale = await send(routes.widget.PATCH, "PATCH", {
    params: ofWidget,
    body: { title: "Mine" },
    version: 2,
  });
  expect(stale).toMatchObject({
    status: 409,
    body: {
      status: 409,
      since: [{ version: 3, summary: "Renamed “Bars” to “Ours”" }],
      current: { version: 3 },
    },
  });
  const merged = await send(routes.dashboard.PATCH, "PATCH", {
    params,
    body: { title: "Renamed" },
    version: 2,
  });
  expect(merged).toMatchObject({ status: 200, body: { version: 4, title: "Renamed" } });

  const since = await send(routes.changes.GET, "GET", { params, search: "?since=2" });
  expect(since.body.changes.map((change: { version: number }) => change.version)).toEqual([4, 3]);
  const log = await send(routes.log.GET, "GET", { search: `?dashboard=${params.id}` });
  expect(log.body.changes).toHaveLength(4);
  const undone = await send(routes.undo.POST, "POST", {
    params,
    body: { changeIds: [since.body.changes[1].id] },
  });
  expect(undone).toMatchObject({
    status: 200,
    body: { version: 5, widgets: [{ title: "Bars" }], undone: [since.body.changes[1].id], kept: [] },
  });
  const versions = await send(routes.versions.GET, "GET", { params });
  expect(versions.body.versions).toHaveLength(5);
  const old = await send(routes.dashboard.GET, "GET", { params, search: "?version=1" });
  expect(old.body).toMatchObject({ version: 1, title: "Board", widgets: [] });
  const restored = await send(routes.restore.POST, "POST", { params, body: { version: 3 }, version: 5 });
  expect(restored.body).toMatchObject({ version: 6, title: "Board", widgets: [{ title: "Ours" }] });

  const used = await send(routes.query.DELETE, "DELETE", { params: { id: query.body.id }, version: 1 });
  expect(used.status).toBe(409);
  const removed = await send(routes.widget.DELETE, "DELETE", { params: ofWidget, version: 6 });
  expect(removed).toMatchObject({ status: 200, body: { version: 7, widgets: [] } });
  expect((await send(routes.dashboard.DELETE, "DELETE", { params, version: 7 })).status).toBe(204);
  expect((await send(routes.dashboard.GET, "GET", { params })).status).toBe(404);
  expect(
    (await send(routes.query.DELETE, "DELETE", { params: { id: query.body.id }, version: 1 })).status,
  ).toBe(204);
});

test("[A1] what is wrong is told as a problem with a readable detail", async () => {
  const unknown = await send(routes.dashboard.GET, "GET", { params: { id: "d_none" } });
  expect(unknown).toMatchObject({
    status: 404,
    body: { detail: "There is no dashboard d_none.", id: expect.any(String) },
  });
  const odd = await send(routes.dashboards.POST, "POST", { body: { title: "X", owner: "me" } });
  expect(odd).toMatchObject({ status: 400, body: { detail: expect.stringContaining("owner") } });
  const wrong = await send(routes.queries.POST, "POST", {
    body: { title: "X", sql: "select regoin from accounts" },
  });
  expect(wrong).toMatchObject({ status: 400, body: { line: 1, column: 8 } });
  const undo = await send(routes.undo.POST, "POST", { params: { id: "d_none" }, body: { runId: "r_1" } });
  expect(undo.status).toBe(404);
});
