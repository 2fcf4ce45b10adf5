import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

test("[T10] a metric named on the page is tried, kept, drawn as defined, and can be taken back", async ({
  page,
}) => {
  test.setTimeout(150_000);
  await page.goto("/knowledge");
  await page.getByRole("textbox", { name: "Instructions" }).fill("Say numbers without cents.");
  await page.getByRole("button", { name: "Save instructions" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Add a term" }).click();
  const term = page.getByRole("form", { name: "New term" });
  await term.getByRole("textbox", { name: "Term" }).fill("Logo");
  await term.getByRole("textbox", { name: "Meaning" }).fill("a paying account");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Edit Logo" })).toBeVisible();

  await page.getByRole("button", { name: "Add a metric" }).click();
  const metric = page.getByRole("form", { name: "New metric" });
  await metric.getByRole("textbox", { name: "Name" }).fill("Logo size");
  // Its source has another name as soon as somebody sends a file.
  const table = metric.getByRole("option", { name: /^subscriptions \(/ });
  await metric.getByRole("combobox", { name: "Table" }).selectOption(await table.getAttribute("value"));
  await metric.getByRole("textbox", { name: "SQL" }).fill("avg(chairs)");
  await metric.getByRole("button", { name: "Save" }).click();
  await expect(metric.getByRole("alert")).toContainText("no column");
  await metric.getByRole("textbox", { name: "SQL" }).fill("round(avg(seats), 1)");
  await metric.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Edit Logo size" })).toBeVisible();

  const bench = new Workbench(page);
  await bench.open();
  await bench.ask("Show me logo size by region");
  await expect(bench.boardTitle()).toContainText("Logo size");
  await expect(bench.widget(/^Logo size by region, Bars/).getByRole("img")).toBeVisible();

  await page.goto("/knowledge");
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await history.getByRole("button", { name: "Undo version 3" }).click();
  await expect(page.getByRole("button", { name: "Edit Logo size" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Logo" })).toBeVisible();
  await expect(history.getByRole("listitem")).toHaveCount(4);
});

test("[C14] [U3] by keyboard alone: ask, find what came of it by name and in the library, and open it", async ({
  page,
}) => {
  test.setTimeout(150_000);
  const bench = new Workbench(page);
  await bench.open();
  await page.locator("body").press("/");
  await expect(bench.composer).toBeFocused();
  await page.keyboard.type("Build a dashboard about orders by channel");
  await page.keyboard.press("Enter");
  await expect(bench.turns()).toHaveCount(1);
  await bench.idle();
  await expect(bench.boardTitle()).toContainText(/orders/i);
  await expect(page.getByRole("button", { name: /^Rename “Orders by channel/ })).toBeVisible();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("orders dashboards");
  await expect(palette.getByRole("option").first()).toContainText(/\d widgets.*d_\w+/);
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("library");
  await expect(palette.getByRole("option", { name: /Open the library/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/library$/);

  const search = page.getByRole("searchbox", { name: "Search the library" });
  await expect(search).toBeFocused();
  await page.keyboard.type("dashboard orders");
  const entries = page.getByRole("list", { name: "Entries" });
  await expect(entries.getByRole("link").first()).toContainText("Orders");
  await entries.getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/threads\/.*board=d_/);
  await expect(bench.boardTitle()).toContainText(/orders/i);
});
