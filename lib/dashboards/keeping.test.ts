import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "@/lib/agents/testing/open-test-services";
import { type Dashboard, DashboardFile, type Variable } from "@/lib/dashboards/schema";

let kaboo: TestServices;
let queryId: string;

beforeAll(async () => {
  kaboo = openTestServices();
  queryId = (await kaboo.saveQuery()).id;
});
afterAll(() => kaboo.close());

const variables: Variable[] = [{ name: "region", kind: "query_choice", queryId: "", value: "EMEA" }];

async function board(title = "Accounts"): Promise<Dashboard> {
  const [variable] = variables;
  const own = variable?.kind === "query_choice" ? [{ ...variable, queryId }] : [];
  const { id } = await kaboo.dashboards.create(kaboo.me, { title, variables: own });
  return (
    await kaboo.dashboards.addWidgets(kaboo.me, id, [
      { title: "Part one", kind: "text", spec: { section: true } },
      { title: "Bars", kind: "bar", queryId, spec: { x: "region", y: ["accounts"], top: 3 } },
      { title: "Words", kind: "text", text: "# Hello" },
    ])
  ).dashboard;
}

const bare = ({ widgets, variables: own, title }: Dashboard) => ({
  title,
  variables: own,
  widgets: widgets.map(({ id, madeBy, ...rest }) => rest),
});

test("[D13] what is deleted lies in the trash and comes back as it was", async () => {
  const made = await board("For the trash");
  await kaboo.dashboards.remove(kaboo.me, made.id);
  const [entry] = await kaboo.dashboards.trash("local");
  expect(entry).toMatchObject({ id: made.id, title: "For the trash", widgetCount: 3 });
  expect(Date.parse(entry?.goneAt ?? "") - Date.parse(entry?.deletedAt ?? "")).toBe(30 * 86_400_000);
  const back = await kaboo.dashboards.recover(kaboo.me, made.id);
  expect(bare(back)).toEqual(bare(made));
  expect(await kaboo.dashboards.trash("local")).toEqual([]);
});

test("[D13] after 30 days it can't be had back, and goes for good with its record", async () => {
  const made = await board("Long gone");
  await kaboo.dashboards.remove(kaboo.me, made.id);
  const deletedAt = new Date(Date.now() - 31 * 86_400_000);
  await kaboo.db.dashboard.update({ where: { id: made.id }, data: { deletedAt } });
  await expect(kaboo.dashboards.recover(kaboo.me, made.id)).rejects.toThrow(/more than 30 days/);
  expect(await kaboo.dashboards.trash("local")).toEqual([]);
  expect(await kaboo.db.dashboard.count({ where: { id: made.id } })).toBe(0);
  expect(await kaboo.db.change.count({ where: { subjectId: made.id } })).toBe(0);
});

test("[D13] a copy has everything under ids of its own", async () => {
  const made = await board();
  const copy = await kaboo.dashboards.duplicate(kaboo.me, made.id);
  expect(copy.id).not.toBe(made.id);
  expect(bare(copy)).toEqual({ ...bare(made), title: "Accounts (copy)" });
  const ids = new Set(made.widgets.map(({ id }) => id));
  expect(copy.widgets.some(({ id }) => ids.has(id))).toBe(false);
  await kaboo.dashboards.removeWidgets(kaboo.me, copy.id, [copy.widgets[0]?.id ?? ""]);
  expect((await kaboo.dashboards.get("local", made.id)).widgets).toHaveLength(3);
});

test("[D10] an exported file imports as the same dashboard; its queries are saved unless they are here", async () => {
  const made = await board("Travels");
  const file = DashboardFile.parse(
    JSON.parse(JSON.stringify(await kaboo.dashboards.exportFile("local", made.id))),
  );
  const before = (await kaboo.queries.list("local")).length;
  const again = await kaboo.dashboards.importFile(kaboo.me, file);
  expect(bare(again)).toEqual(bare(made));
  expect(await kaboo.queries.list("local")).toHaveLength(before);

  const renamed = JSON.parse(
    JSON.stringify(file)
      .replaceAll(queryId, "q_elsewhere")
      .replaceAll(/"sourceId":"[^"]*"/g, '"sourceId":"s_gone"'),
  );
  const elsewhere = await kaboo.dashboards.importFile(kaboo.me, DashboardFile.parse(renamed));
  const drawn = elsewhere.widgets.flatMap((widget) => (widget.kind === "text" ? [] : [widget.queryId]));
  expect(await kaboo.queries.list("local")).toHaveLength(before + 1);
  expect(drawn).not.toContain("q_elsewhere");
});

test("[D10] a file that doesn't fit is refused with what is wrong", async () => {
  const made = await board();
  const file = await kaboo.dashboards.exportFile("local", made.id);
  await expect(kaboo.dashboards.importFile(kaboo.me, { ...file, queries: [] })).rejects.toThrow(
    /doesn't have it/,
  );
  const [query] = file.queries;
  if (!query) throw new Error("no query");
  const other = { ...file, queries: [{ ...query, sql: "select 1 as one" }] };
  const before = (await kaboo.queries.list("local")).length;
  await expect(kaboo.dashboards.importFile(kaboo.me, other)).rejects.toThrow(/has only: one/);
  // Nothing of it was saved.
  expect(await kaboo.queries.list("local")).toHaveLength(before);
});

test("[D7] [S8] a file whose widgets lie on one another is refused, as any other placing like that", async () => {
  const made = await board("Under");
  const file = await kaboo.dashboards.exportFile("local", made.id);
  const layout = { x: 0, y: 0, w: 12, h: 6 };
  const widgets = file.dashboard.widgets.map((widget) => ({ ...widget, layout }));
  const piled = { ...file, dashboard: { ...file.dashboard, widgets } };
  await expect(kaboo.dashboards.importFile(kaboo.me, piled)).rejects.toThrow(/lies on/);
});
