import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { prepareBoard } from "../prepared-board";

const prepare = (page: Page) =>
  prepareBoard(page, {
    title: "Alone",
    variables: [{ name: "plan", label: "Plan", kind: "choice", options: ["Team", "Starter"], value: "Team" }],
    queries: {
      orders: {
        title: "Orders by region",
        sql: "select region, count(*) as orders, avg(discount_percent) as discount_rate from orders where plan = $plan group by region order by region",
        params: { plan: "Team" },
      },
    },
    widgets: [
      { title: "Orders", kind: "number", query: "orders", spec: { value: "orders" } },
      { title: "By region", kind: "bar", query: "orders", spec: { x: "region", y: ["orders"] } },
      { title: "Listed", kind: "table", query: "orders" },
    ],
  });

test("[D11] [C14] a board's own page can be only for looking: nothing changes it, variables and rows behind it stay", async ({
  page,
}) => {
  const board = await prepare(page);
  await page.goto(`/dashboards/${board}?view=1`);
  const number = page.getByRole("article", { name: /^Orders, / });
  await expect(number).toContainText(/\d/);
  await expect(page.getByRole("button", { name: /Add widget|press Enter to edit/ })).toHaveCount(0);
  await number.focus();
  await page.keyboard.press("Delete");
  await page.keyboard.press("Shift+ArrowRight");
  await page.getByRole("button", { name: "Menu of Orders" }).click();
  await expect(page.getByRole("menuitem", { name: "Refresh" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /Edit|Rename|Delete|Duplicate/ })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.getByRole("combobox", { name: "Plan" }).selectOption("Starter");
  await expect(page).toHaveURL(/v-plan=Starter/);
  const listed = page.getByRole("article", { name: /^Listed/ });
  await listed.getByRole("row").nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const behind = page.getByRole("dialog");
  await expect(behind).toContainText(/rows of the data behind it/);
  await expect(behind.getByRole("cell", { name: "Starter" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  const stored = await page.evaluate(async (id) => (await fetch(`/api/dashboards/${id}`)).json(), board);
  expect([stored.version, stored.widgets.length, stored.variables[0].value]).toEqual([4, 3, "Team"]);

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("button", { name: "Add widget" })).toBeVisible();
});

test("[D10] a table is a PNG, too; a dark board is printed light, with its variables' values", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const board = await prepare(page);
  await page.goto(`/dashboards/${board}?view=1`);
  const listed = page.getByRole("article", { name: /^Listed/ });
  await expect(listed.getByRole("cell").first()).toBeVisible();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("button", { name: "Menu of Listed" }).click();
  const [png] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Save as PNG" }).click(),
  ]);
  const bytes = await readFile(await png.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  // Its width in pixels: three columns, twice as fine as the screen.
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(600);

  const bars = page.getByRole("article", { name: /^By region/ });
  await expect(bars.locator("canvas")).toBeVisible();
  const lightness = () =>
    bars.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let [sum, count] = [0, 0];
      for (let at = 0; at < data.length; at += 4)
        // The greys of axes and labels, not the bars' colours: their lines are dark on dark, light on light.
        if ((data[at + 3] ?? 0) > 250 && Math.abs((data[at] ?? 0) - (data[at + 1] ?? 0)) < 14) {
          sum += data[at] ?? 0;
          count++;
        }
      return sum / Math.max(1, count);
    });
  const dark = await lightness();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await expect(page.getByText(/^Plan: Team · Printed/)).toBeVisible();
  await expect(bars).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect.poll(lightness).toBeGreaterThan(dark + 50);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("[D14] rows are asked for by themselves as often as was chosen; when that fails the old ones stay and say so", async ({
  page,
}) => {
  const board = await prepare(page);
  await page.clock.install();
  await page.goto(`/dashboards/${board}`);
  const number = page.getByRole("article", { name: /^Orders, / });
  await expect(number).toContainText(/\d/);
  await expect(number).toContainText(/as of/);
  await page.getByRole("button", { name: "Menu of the dashboard" }).click();
  await page.getByRole("menuitemradio", { name: "Every minute" }).click();
  const again = page.waitForResponse("**/api/rows");
  await page.clock.runFor(61_000);
  await again;

  await page.route("**/api/rows", (route) => route.abort());
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000);
      return number.getByRole("button", { name: /^These rows are older/ }).count();
    })
    .toBe(1);
  await expect(number).toContainText(/\d/);
});
