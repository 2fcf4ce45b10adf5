import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { prepareBoard } from "../prepared-board";
import { Workbench } from "../workbench";

const regions = ["EMEA", "APAC", "LATAM"];

/** A board of one query with variables and one without. */
const prepare = (page: Page) =>
  prepareBoard(page, {
    title: "Orders of regions",
    variables: [
      { name: "regions", label: "Regions", kind: "multi_choice", options: regions, value: regions },
    ],
    queries: {
      byRegion: {
        title: "Orders by region",
        sql: "select region, count(*) as orders from orders where list_contains($regions, region) group by region order by region",
        params: { regions: ["EMEA", "APAC"] },
      },
      all: { title: "Orders", sql: "select count(*) as orders from orders" },
    },
    widgets: [
      { title: "By region", kind: "bar", query: "byRegion" },
      { title: "All orders", kind: "number", query: "all" },
    ],
  });

test("[C6] [C14] a variable counts at once, is told the agents in one quiet line, and Back takes it back", async ({
  page,
}) => {
  const board = await prepare(page);
  const bench = new Workbench(page);
  await bench.open(`/threads/t_variables?board=${board}`);
  await expect(bench.widget(/^All orders/)).toContainText(/\d/);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/rows")) asked.push(request.postData() ?? "");
  });
  await bench.canvas.getByRole("button", { name: "Regions: All" }).click();
  await page.getByRole("checkbox", { name: "LATAM" }).click();
  await expect(page.getByRole("checkbox", { name: "LATAM" })).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(bench.canvas.getByRole("button", { name: "Regions: EMEA, APAC" })).toBeVisible();
  await expect(bench.chat.getByRole("article", { name: /^You set: Regions is EMEA, APAC/ })).toBeVisible();
  await bench.idle();
  expect(asked.map((body) => JSON.parse(body).items.length)).toEqual([1]);

  await page.reload();
  await expect(bench.canvas.getByRole("button", { name: "Regions: EMEA, APAC" })).toBeVisible();
  await page.goBack();
  await expect(bench.canvas.getByRole("button", { name: "Regions: All" })).toBeVisible();
});

test("[D4] [D5] Ctrl+Z takes back one's own last change; a version can be looked at and restored", async ({
  page,
}) => {
  const board = await prepare(page);
  const bench = new Workbench(page);
  await bench.open(`/threads/t_history?board=${board}`);
  await bench
    .widget(/^All orders/)
    .getByRole("heading")
    .dblclick();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Every order");
  await page.keyboard.press("Enter");
  await expect(bench.widget(/^Every order/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(bench.widget(/^All orders/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(bench.widget(/^Every order/)).toBeVisible();

  await bench.canvas.getByRole("button", { name: "What Kaboo did" }).click();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: /^Version 2/ }).click();
  await expect(bench.canvas.getByRole("status").filter({ hasText: "Version 2" })).toBeVisible();
  await expect(bench.widgets()).toHaveCount(1);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(bench.canvas.getByRole("button", { name: "Restore this version" })).toBeHidden();
  await expect(bench.widgets()).toHaveCount(1);
});

test("[D7] [C7] a widget is moved by touch and resized by keyboard; it is announced, and stays where it was put", async ({
  page,
}) => {
  const board = await prepare(page);
  const bench = new Workbench(page);
  await bench.open(`/threads/t_moving?board=${board}`);
  const card = bench.widget(/^All orders/);
  const place = () =>
    page.evaluate(async (id) => {
      const { widgets } = await (await fetch(`/api/dashboards/${id}`)).json();
      return widgets.find(({ title }: { title: string }) => title === "All orders");
    }, board);
  expect(await place()).toMatchObject({ layout: { x: 0, y: 6, w: 3, h: 3 }, placedBy: "agent" });
  await card.scrollIntoViewIfNeeded();
  await expect(card).toContainText(/\d/);
  const from = await card.getByRole("heading").boundingBox();
  if (!from) throw new Error("The card has no heading.");
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    finger.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + 20 + x, y: from.y + from.height / 2 }],
    });
  await touch("touchStart", 0);
  for (const x of [20, 60, 120, 180, 240]) await touch("touchMove", x);
  await touch("touchEnd", 240);
  await expect.poll(place).toMatchObject({ layout: { y: 6, w: 3, h: 3 }, placedBy: "person" });
  const { layout } = await place();
  expect(layout.x).toBeGreaterThan(0);

  await card.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(bench.canvas.getByText(/^All orders: column \d+, row 7, 4 wide, 3 high$/)).toBeAttached();
  await expect.poll(place).toMatchObject({ layout: { ...layout, w: 4 } });

  await bench.canvas.getByRole("button", { name: "Variables", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Variables" });
  await dialog.getByRole("button", { name: "Edit Regions" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Areas");
  await dialog.getByRole("textbox", { name: "Choices" }).fill("EMEA\nAPAC");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Areas")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bench.canvas.getByRole("button", { name: "Areas: All" })).toBeVisible();
});

test("[C11] [C14] [U3] by keyboard one reads a chart's values, opens one, and sees where it comes from", async ({
  page,
}) => {
  const board = await prepare(page);
  await page.goto(`/dashboards/${board}`);
  const bars = page.getByRole("article", { name: /^By region/ });
  const chart = bars.getByRole("img");
  await expect(chart.locator("canvas")).toBeVisible();
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(bars.getByText(/^APAC: [\d,]+$/)).toBeAttached();
  await page.keyboard.press("Enter");
  const behind = page.getByRole("dialog", { name: /^APAC: / });
  await expect(behind).toContainText(/rows of the data behind it/);
  await expect(behind.getByRole("cell", { name: "APAC" }).first()).toBeVisible();
  await behind.getByRole("tab", { name: "Rows of the result" }).click();
  await expect(behind).toContainText("One row of “By region” behind it");
  await page.keyboard.press("Escape");

  await bars.getByRole("button", { name: "Where does this come from?" }).click();
  const origin = page.getByRole("dialog", { name: /comes from/ });
  await expect(origin).toContainText("list_contains($regions, region)");
  await expect(origin).toContainText("EMEA, APAC, LATAM");
  await expect(origin).toContainText("As of");
  const found = await new AxeBuilder({ page }).analyze();
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test("[D10] [D13] [D14] files, copies, sections, the trash, and rows asked for again", async ({ page }) => {
  const board = await prepare(page);
  const bench = new Workbench(page);
  await bench.open(`/threads/t_keeping?board=${board}`);
  const menu = async (item: string) => {
    await bench.canvas.getByRole("button", { name: "Menu of the dashboard" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await expect(bench.widget(/^All orders/)).toContainText(/as of \d/);
  const again = page.waitForRequest("**/api/rows");
  await menu("Refresh all");
  await again;

  await bench.widget(/^By region/).hover();
  await bench.canvas.getByRole("button", { name: "Menu of By region" }).click();
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Save as CSV" }).click(),
  ]);
  expect(await readFile(await csv.path(), "utf8")).toMatch(/^region,orders\r\nAPAC,\d+\r\n/);

  await menu("Add a section");
  await bench.canvas.getByRole("button", { name: "Section New section", exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), menu("Save as a file")]);
  await menu("Duplicate");
  await expect(bench.boardTitle()).toContainText("Orders of regions (copy)");
  await menu("Move to the trash");
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(bench.boardTitle()).toContainText("Orders of regions (copy)");
  await bench.canvas.getByLabel("Dashboard to import").setInputFiles(await file.path());
  await expect(bench.boardTitle()).toHaveText(/Orders of regions$/);
  await expect(bench.widgets()).toHaveCount(2);
  await expect(bench.canvas.getByRole("button", { name: "Section New section", exact: true })).toBeVisible();

  await bench.canvas.getByRole("button", { name: "Orders of regions", exact: true }).click();
  await page.getByRole("menuitem", { name: "New report" }).click();
  await expect(bench.boardTitle()).toHaveText(/Untitled report$/);
  await expect(bench.widgets()).toHaveCount(0);
});
