import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { toolCall } from "@/lib/agents/testing/open-test-services";
import { openTestEndpoint } from "@/lib/mcp/testing/open-test-endpoint";
import { createMetrics } from "@/lib/observability/metrics";
import { createAnswers } from "@/lib/runs/answers";
import { isAppError } from "@/lib/shared/app-error";
import type { Json, JsonObject } from "@/lib/shared/json";
import { fc } from "@/lib/shared/testing/properties";
import { createThreads } from "@/lib/threads/threads";

vi.setConfig({ testTimeout: 120_000 });

let kaboo: Awaited<ReturnType<typeof open>>;
vi.mock("@/lib/agents/runtime", () => ({ runtime: () => kaboo }));

const canary = "xyzzy of somebody else";

async function open() {
  const opened = await openTestEndpoint();
  const { db } = opened;
  const now = () => new Date();
  const stranger = { ...opened.me, ownerId: "somebody else" };
  const query = await opened.saveQuery();
  const board = await opened.dashboards.create(opened.me, { title: "Board" });
  const { widgets } = (
    await opened.dashboards.addWidgets(opened.me, board.id, [
      { title: "Bars", kind: "bar", queryId: query.id },
    ])
  ).dashboard;
  const theirQuery = await opened.queries.create(stranger, { title: canary, sql: "select 1 as one" });
  const theirs = await opened.dashboards.create(stranger, { title: canary });
  const [source] = await opened.sources.list("local");
  const thread = { createdAt: now(), updatedAt: now(), state: {}, browserState: {} };
  await db.thread.create({ data: { id: "t_theirs", ownerId: "somebody else", title: canary, ...thread } });
  await db.thread.create({ data: { id: "t_mine", ownerId: "local", title: "Mine", ...thread } });
  return {
    ...opened,
    threads: createThreads({ db, now }),
    answers: createAnswers({ db, now, price: undefined }),
    metrics: createMetrics({ liveRuns: () => 0 }),
    traces: undefined,
    servers: { status: () => [], accept: () => {} },
    mcp: { answer: async () => new Response() },
    ids: [query.id, board.id, widgets[0]?.id ?? "", source?.id ?? "", "t_mine", "accounts"],
    theirIds: [theirQuery.id, theirs.id, "t_theirs"],
  };
}

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>;
type Route = { path: string; method: string; handler: Handler };
const routes: Route[] = [];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

beforeAll(async () => {
  kaboo = await open();
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" }).sort();
  for (const file of files.filter((name) => name.endsWith("route.ts"))) {
    const exported = await import(join(process.cwd(), "app/api", file));
    for (const method of methods)
      if (method in exported)
        routes.push({
          path: `/api/${file.slice(0, -9).replaceAll("\\", "/")}`,
          method,
          handler: exported[method],
        });
  }
});
afterAll(() => kaboo.close());

/** What breaks programs that trust their input. */
const oddTexts = [
  ...["", " ", "\0", "\ud800", "a\udfffb", "\u202egnp.exe", "\ufeff", "💣".repeat(300), "x".repeat(300_000)],
  ...["__proto__", "constructor", "toString", "../../etc/passwd", "%00", "%E0%A4%A", "$where", "' or 1=1 --"],
  ...["null", "undefined", "NaN", "-1", "1e400", "9999999999", '{"not":""}', "*"],
];
const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const oddValues: Json[] = [
  ...[null, true, false, -1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), [], {}, [[]], [null], { not: "" }],
  ...[{ in: ["a"] }, { contains: "" }, JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse(deep(90))],
  ...Array.from({ length: 3 }, (_, index) => Array.from({ length: 10 ** (index + 1) }, () => index)),
  ...oddTexts,
];

/** Bodies that would be accepted, by route: each is sent with one of its members spoiled. */
function bodies(): Record<string, JsonObject> {
  const [queryId = "", boardId = "", widgetId = "", sourceId = ""] = kaboo.ids;
  const sql = "select 1 as one";
  const message = { id: "m_1", role: "user", content: "" };
  const input = { threadId: "t_mine", runId: "r_1", messages: [message], tools: [], context: [], state: {} };
  const layouts = { [widgetId]: { x: 0, y: 0, w: 4, h: 4 } };
  return {
    "POST /api/agent": { ...input, forwardedProps: {} },
    "POST /api/dashboards": { title: "New", description: "", report: false, variables: [] },
    "PATCH /api/dashboards/[id]": { title: "Other", description: "", variables: [], layouts },
    "POST /api/dashboards/[id]/undo": { changeIds: ["ch_1"] },
    "POST /api/dashboards/[id]/restore": { version: 1 },
    "POST /api/dashboards/[id]/widgets": {
      title: "W",
      kind: "bar",
      queryId,
      spec: {},
      layout: { x: 0, y: 50, w: 2, h: 2 },
    },
    "PATCH /api/dashboards/[id]/widgets/[widgetId]": { title: "W", kind: "bar", queryId, spec: {} },
    "POST /api/dashboards/import": { kaboo: "dashboard", format: 1, dashboard: {}, queries: [] },
    "PATCH /api/knowledge": {
      instructions: "x",
      glossary: [{ term: "a", meaning: "b" }],
      metrics: [],
      remove: [],
    },
    "POST /api/knowledge/undo": { changeIds: ["ch_1"] },
    "POST /api/knowledge/restore": { version: 1 },
    "POST /api/queries": { title: "Q", sql, sourceId, description: "", params: {} },
    "PATCH /api/queries/[id]": { title: "Q", sql, description: "", params: {} },
    "POST /api/queries/run": { sql, sourceId, params: {}, limit: 1 },
    "POST /api/rows": { dashboardId: boardId, items: [{ queryId }] },
    "PATCH /api/threads/[id]": { title: "T" },
    "POST /api/threads/[id]/branch": { seq: 0 },
    "PUT /api/runs/[id]/rating": { value: "up", reason: "" },
    "POST /api/sources": {
      kind: "postgres",
      url: "postgres://127.0.0.1:1/x",
      tables: [{ schema: "a", name: "b" }],
    },
    "POST /api/sources/inspect": { kind: "postgres", url: "postgres://127.0.0.1:1/x" },
    "PATCH /api/sources/[sourceId]": { title: "S", tables: [{ schema: "a", name: "b" }] },
    "POST /api/mcp/tools/[tool]/accept": { fingerprint: "x" },
  };
}

const malformed = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "1e999",
  "\ufeff{}",
  `{"a":${deep(200_000)}}`,
  deep(200_000),
  "{".repeat(5_000),
];
const odd = fc.constantFrom(...oddValues);
const oddText = fc.constantFrom(...oddTexts);

function bodyOf(body: JsonObject = {}): fc.Arbitrary<string> {
  const keys = [...Object.keys(body), "unknown", "__proto__"];
  const spoiled = fc
    .tuple(fc.constantFrom(...keys), odd, fc.option(fc.constantFrom(...keys)))
    .map(([key, value, without]) => {
      const members = Object.entries(body).filter(([name]) => name !== key && name !== without);
      return `{${[...members, [key, value]].map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`)}}`;
    });
  return fc.oneof({ weight: 4, arbitrary: spoiled }, { weight: 1, arbitrary: fc.constantFrom(...malformed) });
}

type Sent = { ids: string[]; search: string; ifMatch: string; body: string; type: string };

const searches = fc
  .tuple(
    fc.constantFrom("version", "since", "thread", "dashboard", "after", "before", "turns", "runs", "message"),
    oddText,
  )
  .map(
    ([key, value]) =>
      `?${new URLSearchParams([
        [key, value.slice(0, 5_000)],
        ["turns", "3"],
      ])}`,
  );

const sentTo = ({ method, path }: Route): fc.Arbitrary<Sent> =>
  fc.record({
    ids: fc.array(
      fc.oneof(
        fc.constantFrom(...kaboo.ids),
        fc.constantFrom(...kaboo.theirIds),
        oddText.filter((text) => text !== ""),
      ),
      { minLength: 2, maxLength: 2 },
    ),
    search: fc.oneof(fc.constant(""), searches),
    ifMatch: fc.constantFrom('"1"', '"2"', '"0"', "2", '"-1"', '"99999999999"', "*", ""),
    body: bodyOf(bodies()[`${method} ${path}`]),
    type: fc.constantFrom(
      ...Array.from({ length: 8 }, () => "application/json"),
      "text/plain",
      "multipart/form-data",
    ),
  });

async function send({ method, path, handler }: Route, { ids, search, ifMatch, body, type }: Sent) {
  const names = Array.from(path.matchAll(/\[(\w+)\]/g), ([, name]) => name ?? "");
  const params = Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ""]));
  const gone = new AbortController();
  const request = new Request(`http://localhost:3000${path.replaceAll(/[[\]]/g, "")}${search}`, {
    method,
    headers: { host: "localhost:3000", "content-type": type, "if-match": ifMatch, prefer: "respond-async" },
    ...(method !== "GET" && { body }),
    signal: gone.signal,
  });
  const response = await handler(request, { params: Promise.resolve(params) as Promise<never> });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const text = isStream ? "" : await response.text();
  if (isStream) await response.body?.cancel();
  gone.abort();
  return { status: response.status, type: response.headers.get("content-type"), text };
}

/** Everything that a request could have changed, by owner. */
async function stored(ownerId: string) {
  const { db } = kaboo;
  const where = { ownerId };
  const found = [
    db.dashboard.findMany({ where }),
    db.query.findMany({ where }),
    db.knowledge.findMany({ where }),
    db.source.findMany({ where }),
    db.thread.findMany({ where, select: { id: true, title: true, deletedAt: true } }),
    db.change.findMany({ where, select: { id: true } }),
  ];
  return JSON.stringify(await Promise.all(found));
}

test("[R1] [S6] [S7] [S8] whatever is sent to a route, it answers in words, changes nothing it refuses, and nothing of others", async () => {
  expect(routes.length).toBeGreaterThan(60);
  const theirs = await stored("somebody else");
  let before = await stored("local");
  for (const route of routes) {
    // It answers by a protocol of its own, tried with its own client.
    if (route.path === "/api/mcp") continue;
    await fc.assert(
      fc.asyncProperty(sentTo(route), async (sent) => {
        const { status, type, text } = await send(route, sent);
        expect(status, text).toBeLessThan(500);
        expect(text).not.toContain(canary);
        const after = await stored("local");
        if (status >= 400) expect(after).toBe(before);
        before = after;
        if (status < 400) return;
        expect(type).toBe("application/problem+json");
        expect(JSON.parse(text)).toMatchObject({ status, detail: expect.stringMatching(/./) });
      }),
      { numRuns: 8, seed: 8 },
    );
  }
  expect(await stored("somebody else")).toBe(theirs);
});

test("[R1] [S8] a number no counter reaches is refused or finds nothing, and breaks nothing", async () => {
  const numbered = ["since", "version", "before", "after", "runs"];
  const sent = { ids: kaboo.ids.slice(1, 3), ifMatch: "", body: "", type: "" };
  for (const route of routes.filter(({ method, path }) => method === "GET" && path.includes("[id]")))
    for (const number of ["2147483648", "9007199254740991"]) {
      const search = `?turns=3&${numbered.map((name) => `${name}=${number}`).join("&")}`;
      for (const id of ["t_mine", ...kaboo.ids.slice(0, 2)])
        expect((await send(route, { ...sent, ids: [id], search })).status, route.path).toBeLessThan(500);
    }
});

test("[E4] [S7] [S8] whatever a tool is given, it answers or says what is wrong, and touches nothing of others", async () => {
  const theirs = await stored("somebody else");
  const [queryId, boardId, widgetId, sourceId] = kaboo.ids;
  const known: Record<string, Json> = {
    ...{ query_id: queryId ?? "", dashboard_id: boardId ?? "", source_id: sourceId ?? "", table: "accounts" },
    ...{ title: "T", sql: "select 1 as one", query_ids: ["q_none"], change_ids: ["ch_none"], remove: [] },
    ...{ widgets: [{ widget_id: widgetId ?? "", title: "T", kind: "bar", x: 0, y: 0, w: 2, h: 2 }] },
    ...{ queries: [{ title: "T", sql: "select 1 as one" }], variables: [], questions: [{ question: "?" }] },
  };
  // A question has a person's answer to run with.
  for (const tool of kaboo.team.tools.filter(({ asks }) => !asks)) {
    const keys = Object.keys((tool.inputSchema.properties ?? {}) as JsonObject);
    const spoiled = fc
      .tuple(fc.constantFrom(...keys, "unknown"), fc.oneof(odd, fc.constantFrom(...kaboo.theirIds)))
      .map(([key, value]) => ({
        ...Object.fromEntries(keys.flatMap((name) => (name in known ? [[name, known[name]]] : []))),
        [key]: value,
      }));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 5, arbitrary: spoiled }, { weight: 1, arbitrary: odd }),
        async (input) => {
          const checked = tool.check(input);
          if (!checked.ok) {
            expect(checked.error).toMatch(/./);
            return;
          }
          const result = await tool.run(checked.input, toolCall()).catch((error: unknown) => {
            // What may be shown; anything else would end the run.
            if (isAppError(error) && error.code !== "internal") return { text: error.message };
            throw error;
          });
          expect(JSON.stringify(result)).not.toContain(canary);
        },
      ),
      { numRuns: 8, seed: 8 },
    );
  }
  expect(await stored("somebody else")).toBe(theirs);
});
