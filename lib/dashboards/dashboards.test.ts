import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";
import { person } from "@/lib/changes/actor";
import { overlaps } from "@/lib/dashboards/layout";
import type { Dashboard, Widget } from "@/lib/dashboards/schema";
import { AppError } from "@/lib/shared/app-error";

let kaboo: TestServices;
let queryId: string;

beforeAll(async () => {
  kaboo = openTestServices();
  queryId = (await kaboo.saveQuery()).id;
});
afterAll(() => kaboo.close());

const bar = (title: string) => ({ title, kind: "bar" as const, queryId });
const agentAt = (base: number, values = {}) => kaboo.agent(values, base);

async function board(...titles: string[]): Promise<Dashboard> {
  const { id } = await kaboo.dashboards.create(kaboo.me, { title: "Accounts" });
  if (titles.length === 0) return kaboo.dashboards.get("local", id);
  return (await kaboo.dashboards.addWidgets(kaboo.agent(), id, titles.map(bar))).dashboard;
}

function widgetAt({ widgets }: Dashboard, index: number): Widget {
  const widget = widgets[index];
  if (!widget) throw new Error(`no widget ${index}`);
  return widget;
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`not refused: ${String(error)}`);
}

test("[D1] a dashboard is fetched by id with its version, widgets and variables", async () => {
  const made = await board("One", "Two");
  const read = await kaboo.dashboards.get("local", made.id);
  expect(read).toMatchObject({ id: made.id, version: 2, variables: [], title: "Accounts" });
  expect(read.widgets.map((widget) => widget.title)).toEqual(["One", "Two"]);
  expect((await kaboo.dashboards.list("local")).find((entry) => entry.id === made.id)).toMatchObject({
    widgetCount: 2,
    version: 2,
  });
});

test("[D2] every write says who, what, when, in which run and call, and is told", async () => {
  const made = await board();
  await kaboo.dashboards.addWidgets(
    kaboo.agent({ agent: "visualizer", threadId: "t_1", runId: "r_1", toolCallId: "c_1" }),
    made.id,
    [bar("One")],
  );
  await kaboo.dashboards.update(kaboo.me, made.id, { title: "Where they are" });
  const log = await kaboo.dashboards.changesSince("local", made.id, 1);
  expect(log).toMatchObject([
    {
      version: 3,
      author: { kind: "person" },
      summary: "Renamed the dashboard “Accounts” to “Where they are”",
    },
    {
      version: 2,
      author: { kind: "agent", name: "visualizer" },
      summary: "Added a widget: “One”",
      threadId: "t_1",
      runId: "r_1",
      callId: "c_1",
      subject: "dashboard",
      subjectId: made.id,
    },
  ]);
  expect(kaboo.heard.slice(-2).map((change) => change.id)).toEqual(log.map((change) => change.id).reverse());
  expect(log[0]).not.toHaveProperty("inverse");
});

test("[D3] disjoint fields merge from a stale version; the same field is refused with what changed since", async () => {
  const made = await board("One", "Two");
  const [one, two] = [widgetAt(made, 0), widgetAt(made, 1)];
  const stale = person("local", made.version);
  await kaboo.dashboards.updateWidget(kaboo.me, made.id, one.id, {
    title: "Renamed",
    spec: { horizontal: true },
  });
  const merged = await kaboo.dashboards.updateWidget(stale, made.id, one.id, {
    spec: { sort: "descending" },
  });
  await kaboo.dashboards.updateWidget(stale, made.id, two.id, { title: "Also" });
  await kaboo.dashboards.update(stale, made.id, { title: "Board" });
  expect(widgetAt(merged, 0)).toMatchObject({
    title: "Renamed",
    spec: { horizontal: true, sort: "descending" },
  });
  const refused = await refusal(kaboo.dashboards.updateWidget(stale, made.id, one.id, { title: "Mine" }));
  expect(refused).toMatchObject({ code: "conflict", details: { current: { version: 6 } } });
  expect(refused.details?.since).toMatchObject([{ version: 3, author: { kind: "person" } }]);
  expect(refused.message).toContain(`title of ${one.id} “Renamed”`);
  const spec = await refusal(
    kaboo.dashboards.updateWidget(stale, made.id, one.id, { spec: { horizontal: false } }),
  );
  expect(spec.code).toBe("conflict");
  expect(await kaboo.dashboards.get("local", made.id)).toMatchObject({ version: 6 });
});

test("[D6] a widget id that is a word of the language fails alone; the others of the call are changed", async () => {
  const made = await board("One");
  const edits = ["__proto__", "constructor", widgetAt(made, 0).id].map((widgetId) => ({
    widgetId,
    title: "New",
  }));
  const { dashboard, failed } = await kaboo.dashboards.updateWidgets(kaboo.me, made.id, edits);
  expect(failed.map(({ error }) => error.code)).toEqual(["not_found", "not_found"]);
  expect(widgetAt(dashboard, 0).title).toBe("New");
});

test("[D3] another kind, a removal and a deletion touch every field they take away", async () => {
  const made = await board("One");
  const one = widgetAt(made, 0);
  const stale = agentAt(made.version);
  await kaboo.dashboards.updateWidget(kaboo.me, made.id, one.id, { spec: { horizontal: true } });
  const kind = await kaboo.dashboards.updateWidgets(stale, made.id, [{ widgetId: one.id, kind: "pie" }]);
  const removal = await kaboo.dashboards.removeWidgets(agentAt(made.version), made.id, [one.id]);
  expect([kind, removal].flatMap(({ failed }) => failed.map(({ error }) => error.code))).toEqual([
    "conflict",
    "conflict",
  ]);
  expect((await refusal(kaboo.dashboards.remove(agentAt(made.version), made.id))).code).toBe("conflict");
});

test("[D3] an agent's earlier calls of the same invocation don't conflict with its later ones; another's do", async () => {
  const made = await board("One");
  const one = widgetAt(made, 0);
  const rename = (title: string, invocationId: string) =>
    kaboo.dashboards.updateWidgets(agentAt(made.version, { invocationId }), made.id, [
      { widgetId: one.id, title },
    ]);
  expect((await rename("A", "i_1")).failed).toEqual([]);
  expect((await rename("B", "i_1")).failed).toEqual([]);
  expect((await rename("C", "i_2")).failed).toMatchObject([{ error: { code: "conflict" } }]);
});

test("[D3] variables are fields of their own", async () => {
  const made = await kaboo.dashboards.create(kaboo.me, {
    title: "V",
    variables: [
      { name: "region", kind: "choice", options: ["EMEA", "APAC"], value: "EMEA" },
      { name: "plan", kind: "text", value: "team" },
    ],
  });
  const [region, plan] = made.variables;
  if (region?.kind !== "choice" || plan?.kind !== "text") throw new Error("not as made");
  const stale = person("local", made.version);
  await kaboo.dashboards.update(stale, made.id, { variables: [{ ...region, value: "APAC" }, plan] });
  const refused = await refusal(
    kaboo.dashboards.update(stale, made.id, { variables: [region, { ...plan, value: "business" }] }),
  );
  expect(refused.message).toContain("variable $region");
  const merged = await kaboo.dashboards.setVariables(stale, made.id, (now) =>
    now.map((each) => (each.name === "plan" && each.kind === "text" ? { ...each, value: "business" } : each)),
  );
  expect(merged.variables.map(({ value }) => value)).toEqual(["APAC", "business"]);
  expect((await kaboo.dashboards.changesSince("local", made.id, 2))[0]?.summary).toBe(
    "Set $plan to “business”",
  );
});

test("[D3] two writers at once both get through", async () => {
  const made = await board();
  const added = await Promise.all(
    Array.from({ length: 6 }, (_, n) => kaboo.dashboards.addWidgets(kaboo.agent(), made.id, [bar(`W${n}`)])),
  );
  const after = await kaboo.dashboards.get("local", made.id);
  expect(after.version).toBe(7);
  expect(after.widgets.map((widget) => widget.id).sort()).toEqual(added.flatMap(({ done }) => done).sort());
  for (const [n, one] of after.widgets.entries())
    for (const other of after.widgets.slice(n + 1)) expect(overlaps(one.layout, other.layout)).toBe(false);
});

test("[D4] undo takes one change back and keeps what others did later", async () => {
  const made = await board("One", "Two");
  const [one, two] = [widgetAt(made, 0), widgetAt(made, 1)];
  const edited = await kaboo.dashboards.updateWidgets(kaboo.agent(), made.id, [
    { widgetId: one.id, title: "Agent's one" },
    { widgetId: two.id, title: "Agent's two" },
  ]);
  await kaboo.dashboards.updateWidget(kaboo.me, made.id, one.id, { title: "Mine" });
  const [, change] = await kaboo.dashboards.changesSince("local", made.id, edited.dashboard.version - 1);
  if (!change) throw new Error("no change");
  const { dashboard, undone, kept } = await kaboo.dashboards.undo(kaboo.me, made.id, {
    changeIds: [change.id],
  });
  expect(dashboard.widgets.map((widget) => widget.title)).toEqual(["Mine", "Two"]);
  expect(undone).toEqual([]);
  expect(kept).toMatchObject([{ changeId: change.id }]);
  expect(kept[0]?.reason).toContain(`title of ${one.id} “Mine” was changed later by a person`);
});

test("[D4] all of a run can be undone, its creations too, and twice is refused with why", async () => {
  const run = { runId: "r_undo" };
  const made = await kaboo.dashboards.create(kaboo.agent(run), { title: "Made in a run" });
  await kaboo.dashboards.addWidgets(kaboo.agent(run), made.id, [bar("One")]);
  const { undone, kept } = await kaboo.dashboards.undo(kaboo.me, made.id, { runId: "r_undo" });
  expect({ undone: undone.length, kept }).toEqual({ undone: 2, kept: [] });
  expect((await refusal(kaboo.dashboards.get("local", made.id))).code).toBe("not_found");
  const again = await refusal(kaboo.dashboards.undo(kaboo.me, made.id, { runId: "r_undo" }));
  expect(again.message).toContain("Nothing can be undone");
});

test("[D4] one agent's work since a moment, and an undo can be undone", async () => {
  const made = await board("One");
  const one = widgetAt(made, 0);
  const since = new Date().toISOString();
  await kaboo.dashboards.removeWidgets(kaboo.agent({ agent: "analyst" }), made.id, [one.id]);
  await kaboo.dashboards.addWidgets(kaboo.me, made.id, [bar("In its place")]);
  const back = await kaboo.dashboards.undo(kaboo.me, made.id, { agent: "analyst", since });
  expect(back.dashboard.widgets.map((widget) => widget.title).sort()).toEqual(["In its place", "One"]);
  const [a, b] = back.dashboard.widgets;
  expect(a && b && overlaps(a.layout, b.layout)).toBe(false);
  const [undo] = await kaboo.dashboards.changesSince("local", made.id, back.dashboard.version - 1);
  const again = await kaboo.dashboards.undo(kaboo.me, made.id, { changeIds: [undo?.id ?? ""] });
  expect(again.dashboard.widgets.map((widget) => widget.title)).toEqual(["In its place"]);
});

test("[D5] any version can be looked at and restored", async () => {
  const made = await board("One");
  const one = widgetAt(made, 0);
  await kaboo.dashboards.updateWidget(kaboo.me, made.id, one.id, { kind: "pie" });
  await kaboo.dashboards.removeWidget(kaboo.me, made.id, one.id);
  expect((await kaboo.dashboards.versions("local", made.id)).map(({ version }) => version)).toEqual([
    4, 3, 2, 1,
  ]);
  expect(await kaboo.dashboards.at("local", made.id, 2)).toMatchObject({ version: 2, widgets: [one] });
  expect((await kaboo.dashboards.at("local", made.id, 1)).widgets).toEqual([]);
  const restored = await kaboo.dashboards.restore(kaboo.me, made.id, 2);
  expect(restored).toMatchObject({ version: 5, widgets: [one] });
  expect((await refusal(kaboo.dashboards.at("local", made.id, 9))).code).toBe("not_found");
});

test("[D6] a write that names 1 of 10 widgets leaves the other 9 byte-equal", async () => {
  const made = await board(...Array.from({ length: 10 }, (_, n) => `W${n}`));
  const named = widgetAt(made, 4);
  const bytes = async () => {
    const row = await kaboo.db.dashboard.findUniqueOrThrow({ where: { id: made.id } });
    const { widgets } = JSON.parse(JSON.stringify(row.document)) as { widgets: Record<string, unknown> };
    return Object.entries(widgets).flatMap(([id, each]) => (id === named.id ? [] : [JSON.stringify(each)]));
  };
  const before = await bytes();
  await kaboo.dashboards.updateWidgets(kaboo.agent(), made.id, [{ widgetId: named.id, title: "Named" }]);
  await kaboo.dashboards.removeWidgets(kaboo.agent(), made.id, [named.id]);
  expect(await bytes()).toEqual(before);
});

test("[D6] the same call twice makes one widget, at once or one after the other", async () => {
  const made = await board();
  const same = () => kaboo.agent({ toolCallId: "c_same", runId: "r_same", threadId: "t_same" });
  const [first, second] = await Promise.all([
    kaboo.dashboards.addWidgets(same(), made.id, [bar("One")]),
    kaboo.dashboards.addWidgets(same(), made.id, [bar("One")]),
  ]);
  const third = await kaboo.dashboards.addWidgets(same(), made.id, [bar("One")]);
  expect(first.done).toHaveLength(1);
  expect([second.done, third.done]).toEqual([first.done, first.done]);
  expect(await kaboo.dashboards.get("local", made.id)).toMatchObject({
    version: 2,
    widgets: [{ title: "One" }],
  });
  const create = () => kaboo.dashboards.create(kaboo.agent({ toolCallId: "c_new" }), { title: "Once" });
  expect((await create()).id).toBe((await create()).id);
});

test("[D7] no one is moved: a place taken is refused, a swap in one edit is not, and removing moves nothing", async () => {
  const made = await board("One", "Two", "Three");
  const [one, two, three] = [widgetAt(made, 0), widgetAt(made, 1), widgetAt(made, 2)];
  const refused = await refusal(
    kaboo.dashboards.updateWidget(kaboo.me, made.id, one.id, { layout: two.layout }),
  );
  expect(refused.message).toContain(`would lie on ${two.id}`);
  const swapped = await kaboo.dashboards.update(kaboo.me, made.id, {
    layouts: { [one.id]: two.layout, [two.id]: one.layout },
  });
  expect(swapped.widgets.map((widget) => widget.id)).toEqual([two.id, one.id, three.id]);
  const after = await kaboo.dashboards.removeWidget(kaboo.me, made.id, two.id);
  expect(widgetAt(after, 1).layout).toEqual(three.layout);
  const placed = await kaboo.dashboards.addWidgets(kaboo.agent(), made.id, [bar("Four")]);
  const person = placed.dashboard.widgets.find((widget) => widget.id === one.id);
  expect(person).toMatchObject({ placedBy: "person", layout: two.layout });
});

test("[D9] variables are checked: names once, choices among their options, queries that exist", async () => {
  const create = (variables: Parameters<typeof kaboo.dashboards.create>[1]["variables"]) =>
    refusal(kaboo.dashboards.create(kaboo.me, { title: "V", variables: variables ?? [] }));
  const text = { name: "plan", kind: "text" as const, value: "a" };
  expect((await create([text, text])).message).toContain("Two variables are named plan");
  const choice = { name: "region", kind: "choice" as const, options: ["EMEA"], value: "Mars" };
  expect((await create([choice])).message).toContain('"Mars" is not an option of $region: EMEA');
  const query = { name: "region", kind: "query_choice" as const, queryId: "q_none", value: "EMEA" };
  expect((await create([query])).message).toContain("no query q_none");
});

test("[D13] deleting is soft: it is gone from reading, and undo brings it back whole", async () => {
  const made = await board("One");
  await kaboo.dashboards.remove(kaboo.me, made.id);
  expect((await refusal(kaboo.dashboards.get("local", made.id))).code).toBe("not_found");
  const row = await kaboo.db.change.findFirstOrThrow({ where: { subjectId: made.id, version: 3 } });
  const { dashboard } = await kaboo.dashboards.undo(kaboo.me, made.id, { changeIds: [row.id] });
  expect(dashboard.widgets).toEqual(made.widgets);
  expect((await kaboo.dashboards.get("local", made.id)).version).toBe(4);
});

test("[S7] another owner's dashboard is not there: reading, editing, undoing, restoring, deleting", async () => {
  const made = await board("One");
  const one = widgetAt(made, 0);
  const other = person("someone");
  const codes = await Promise.all(
    [
      kaboo.dashboards.get("someone", made.id),
      kaboo.dashboards.at("someone", made.id, 1),
      kaboo.dashboards.versions("someone", made.id),
      kaboo.dashboards.changesSince("someone", made.id, 0),
      kaboo.dashboards.update(other, made.id, { title: "Stolen" }),
      kaboo.dashboards.addWidget(other, made.id, bar("Stolen")),
      kaboo.dashboards.updateWidget(other, made.id, one.id, { title: "Stolen" }),
      kaboo.dashboards.removeWidget(other, made.id, one.id),
      kaboo.dashboards.undo(other, made.id, { runId: "r_test" }),
      kaboo.dashboards.restore(other, made.id, 1),
      kaboo.dashboards.remove(other, made.id),
    ].map(refusal),
  );
  expect(codes.map((error) => error.code)).toEqual(codes.map(() => "not_found"));
  expect(await kaboo.dashboards.list("someone")).toEqual([]);
  expect(await kaboo.changes.list("someone", { dashboardId: made.id })).toEqual([]);
  expect(await kaboo.dashboards.get("local", made.id)).toEqual(made);
});

test("[S8] an owner or an id that is missing or no text is an error, not everybody's rows", async () => {
  const nobody = undefined as unknown as string;
  const operator = { not: "" } as unknown as string;
  await expect(kaboo.dashboards.list(nobody)).rejects.toThrow("without an owner");
  await expect(kaboo.dashboards.get(nobody, "d_1")).rejects.toThrow("without an owner");
  await expect(kaboo.dashboards.get("local", operator)).rejects.toThrow("must be a text");
  await expect(kaboo.changes.list("local", { dashboardId: operator })).rejects.toThrow("must be a text");
});

test("[S8] what making a widget refuses, editing, restoring and a query of someone else refuse too", async () => {
  const made = await board("One");
  const one = widgetAt(made, 0);
  const foreign = await kaboo.queries
    .create(person("someone"), { title: "Theirs", sql: "select 1 as one" })
    .then(
      (query) => query.id,
      () => "q_theirs",
    );
  const add = await refusal(kaboo.dashboards.addWidget(kaboo.me, made.id, { ...bar("X"), queryId: foreign }));
  const edit = await refusal(kaboo.dashboards.updateWidget(kaboo.me, made.id, one.id, { queryId: foreign }));
  expect(
    [add.message, edit.message].every((message) => message.includes(`There is no query ${foreign}`)),
  ).toBe(true);
});
