import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChooseModel } from "@/lib/agent/model";
import { person } from "@/lib/changes/actor";
import { type Ground, type Lab, openGround, openLab } from "@/lib/lab/open-lab";
import type { TurnResult } from "@/lib/lab/turn-result";
import { demoModel } from "@/lib/model/demo/demo-model";
import { inventedTables } from "@/lib/model/testing/invented-tables";
import { isJsonObject, type Json } from "@/lib/shared/json";

let ground: Ground;
let lab: Lab;
let thread = 0;

beforeAll(async () => {
  const chooseModel: ChooseModel = () => ({
    name: "demo",
    languageModel: demoModel("at-once"),
    trailing: "user-message",
    cacheBreakpoints: false,
    contextTokens: 1_000_000,
  });
  ground = openGround({ sampleFolder: ".data-test/sample", sampleAccounts: 400 });
  lab = await openLab({ chooseModel, ground });
  for (const [name, text] of Object.entries(inventedTables)) {
    async function* chunks() {
      yield new TextEncoder().encode(text);
    }
    await lab.services.sources.importFile(person(lab.ownerId), { name: `${name}.csv`, chunks: chunks() });
  }
});
afterAll(async () => {
  await lab.close();
  await ground.close();
});

/** A new conversation; every message is played in it, and the last result given. */
async function converse(...messages: string[]): Promise<TurnResult> {
  thread += 1;
  const results: TurnResult[] = [];
  for (const message of messages) results.push(await lab.say(`t_demo${thread}`, { message }));
  const last = results.at(-1);
  if (!last) throw new Error("Nothing was said.");
  if (last.status !== "success") throw new Error(`${last.error} ${last.warnings.join()}`);
  return last;
}

const tools = (turn: TurnResult) => turn.calls().map((call) => call.tool.replace(/^.*___/, ""));
const failed = (turn: TurnResult) =>
  turn.calls().filter((call) => call.failed && !/describe/.test(call.tool));

async function openBoard(turn: TurnResult) {
  const focus = turn.at("/kaboo_workspace/focus");
  const id = isJsonObject(focus) ? String(focus.id) : "";
  return lab.services.dashboards.get(lab.ownerId, id);
}

async function rowsOf(queryId: string): Promise<Json[][]> {
  const { sql, params, sourceId } = await lab.services.queries.get(lab.ownerId, queryId);
  return (await lab.services.sources.run(lab.ownerId, { sql, params, sourceId })).rows;
}

test("[T6] tells what data is there, uploads included", async () => {
  const turn = await converse("What data is there?");
  expect(turn.calls()).toEqual([]);
  for (const table of ["subscriptions", ...Object.keys(inventedTables)])
    expect(turn.answer()).toContain(table);
});

const dashboards: [string, string][] = [
  ["show me chrun by region", "region"],
  ["Cups by store please", "store"],
  ["build a dashboard about bugs by severity", "severity"],
  ["average satisfaction by department", "department"],
  ["finish minutes by country", "country"],
];

test.each(dashboards)(
  "[T6] “%s” becomes a dashboard that the visualizer drew, with rows in every widget",
  async (message, by) => {
    const turn = await converse(message);
    expect(turn.status).toBe("success");
    expect(failed(turn)).toEqual([]);
    expect(tools(turn)).toEqual(
      expect.arrayContaining(["create_queries", "create_dashboard", "visualizer", "plot_widgets"]),
    );
    const board = await openBoard(turn);
    expect(board.title.toLowerCase()).toContain(by);
    expect(board.widgets.map((widget) => widget.kind)).toEqual(expect.arrayContaining(["number", "bar"]));
    for (const widget of board.widgets)
      if (widget.kind !== "text") expect(await rowsOf(widget.queryId)).not.toEqual([]);
    expect(turn.answer()).toMatch(/Highest is .+ lowest .+\?query=q_/);
  },
);

test("[T6] the planted story is found: churn is highest in LATAM", async () => {
  expect((await converse("which region has the highest churn?")).answer()).toMatch(
    /^LATAM has the highest churn/,
  );
});

test("[T6] extending what is shown takes no reading: one query, one widget", async () => {
  const turn = await converse("Show me churn by region", "add revenue by plan to it");
  expect(tools(turn)).toEqual(["create_queries", "plot_widgets"]);
  expect((await openBoard(turn)).widgets.at(-1)?.title).toBe("Revenue by plan");
});

test("[T6] renames, changes the kind, moves and removes what is named or shown", async () => {
  const renamed = await converse("cups by store", "rename it to Coffee");
  expect((await openBoard(renamed)).title).toBe("Coffee");
  const pie = await converse("cups by drink", "turn cups by drink into a pie");
  expect((await openBoard(pie)).widgets.find((widget) => widget.title === "Cups by drink")?.kind).toBe("pie");
  const moved = await converse("bugs by component", "move bugs by component to the top");
  const top = (await openBoard(moved)).widgets.find((widget) => widget.title === "Bugs by component");
  expect(top?.layout).toMatchObject({ x: 0, y: 0 });
  const removed = await converse("bugs by status", "remove the line chart");
  expect((await openBoard(removed)).widgets.map((widget) => widget.kind)).not.toContain("line");
});

test("[T6] a filter is a variable that the widgets follow, and gets another value later", async () => {
  const turn = await converse("cups by drink", "add a filter by store", "only Harbour");
  const board = await openBoard(turn);
  expect(board.variables).toMatchObject([{ kind: "choice", name: "store", value: "Harbour" }]);
  const number = board.widgets.find((widget) => widget.kind === "number");
  const query = await lab.services.queries.get(lab.ownerId, number?.kind === "number" ? number.queryId : "");
  const cupsIn = async (store: string) =>
    Number((await lab.services.sources.run(lab.ownerId, { sql: query.sql, params: { store } })).rows[0]?.[0]);
  expect(await cupsIn("Harbour")).toBeLessThan(await cupsIn("All"));
});

test("[T6] filtering leaves no copies of queries, and a query runs without the variable, too", async () => {
  const before = (await lab.services.queries.list(lab.ownerId)).length;
  const turn = await converse(
    "cups by drink",
    "add a filter by store",
    "add a filter by drink",
    "clear the filters",
  );
  const board = await openBoard(turn);
  expect(board.variables.map((variable) => variable.name)).toEqual(["store", "drink"]);
  const ids = board.widgets.flatMap((widget) => (widget.kind === "text" ? [] : [widget.queryId]));
  expect((await lab.services.queries.list(lab.ownerId)).length - before).toBe(new Set(ids).size);
  const query = await lab.services.queries.get(lab.ownerId, ids[0] ?? "");
  expect(query.params).toEqual({ store: null, drink: null });
  expect(await rowsOf(query.id)).not.toEqual([[null]]);
});

test("[T6] what was removed comes back when asked for", async () => {
  const turn = await converse("cups by drink", "remove cups by drink", "undo that");
  expect((await openBoard(turn)).widgets.map((widget) => widget.title)).toContain("Cups by drink");
});

test("[T6] “it” is the widget that the dashboard is about", async () => {
  const turn = await converse("top 3 drinks by cups", "make it a pie");
  const pie = (await openBoard(turn)).widgets.find((widget) => widget.kind === "pie");
  expect(pie?.title).toBe("Top 3 drinks by cups");
});

test("[T6] values are compared side by side, and a stretch of time is counted from the newest row", async () => {
  const compared = await openBoard(await converse("compare APAC and EMEA by churn"));
  expect(compared.widgets.map((widget) => widget.title)).toEqual([
    "Churn rate of APAC and EMEA",
    "Churn rate of APAC and EMEA by month",
  ]);
  const year = await openBoard(await converse("revenue last year by month"));
  expect(year.title).toBe("Revenue by month, last year");
  const line = year.widgets.find((widget) => widget.kind === "line");
  expect(await rowsOf(line?.kind === "line" ? line.queryId : "")).toHaveLength(12);
});

test("[T6] why something rose is not invented: how it went, and where to look", async () => {
  const answer = (await converse("why did churn rise in LATAM?")).answer();
  expect(answer).toMatch(/Churn rate of LATAM (?:rose|fell) from .* %.*By plan it is highest.*can't tell/s);
});

test("[T6] a question about several values is answered with a true count", async () => {
  const turn = await converse("how many critical bugs are open?");
  const lines = (inventedTables.bugs ?? "").split("\n").filter((line) => /,critical,.*,open,/.test(line));
  expect(turn.answer()).toContain(`: ${lines.length},`);
});

test("[T6] explains a number by its query", async () => {
  const turn = await converse("show me churn by region", "explain churn rate");
  expect(turn.answer()).toMatch(/share of rows where movement = 'churn'.*mrr_monthly/s);
});

test("[T6] asks when it is unclear, and says what it can do otherwise", async () => {
  expect((await converse("build me a dashboard")).answer()).toMatch(/What should it be about\?/);
  expect((await converse("show me unicorns by phase of the moon")).answer()).toMatch(
    /nothing like “unicorns”/,
  );
  expect((await converse("cups by store", "remove it")).answer()).toMatch(/Which widget do you mean/);
  expect((await converse("write me a poem")).answer()).toMatch(/nothing like|demo model/);
  expect((await converse("hello")).answer()).toMatch(/demo model.*connect a real model/s);
});

test("[T6] what failed is told, not covered up", async () => {
  const turn = await converse("cups by store", "make the number a scatter chart");
  expect(turn.answer()).not.toMatch(/is a scatter chart now/);
});

test("[T6] what the prompt tells is not looked up again: a board about leaving asks about the tables that may know", async () => {
  const turn = await converse("Show me churn by region");
  expect(failed(turn)).toEqual([]);
  expect(tools(turn).filter((name) => name === "describe_table").length).toBeLessThanOrEqual(2);
  expect((await openBoard(turn)).title).toMatch(/churn/i);
});

test("[T10] a metric that people have named is drawn as they defined it, whatever is in its name", async () => {
  const { knowledge } = lab.services;
  const metric = {
    name: "Seats per logo",
    sql: "round(avg(seats), 1)",
    table: "subscriptions",
    sourceId: "",
  };
  await knowledge.update(person(lab.ownerId), {
    metrics: [{ ...metric, description: "", format: "number" }],
  });
  const turn = await converse("Show me seats per logo by region");
  expect(failed(turn)).toEqual([]);
  const board = await openBoard(turn);
  expect(board.title).toBe("Seats per logo by region");
  const [number] = board.widgets;
  const { sql } = await lab.services.queries.get(
    lab.ownerId,
    String(number && "queryId" in number && number.queryId),
  );
  expect(sql).toContain("(round(avg(seats), 1)) as seats_per_logo");
});
