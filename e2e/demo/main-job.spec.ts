import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

test("[U1] a question becomes a dashboard, grows by a widget, takes a file, and is still there after a reload", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const bench = new Workbench(page);
  await bench.open();

  await bench.ask("Show me churn by region");
  await expect(bench.boardTitle()).toContainText(/churn/i);
  await expect(bench.canvas.getByRole("article", { name: /being written/i })).toHaveCount(0);
  await expect(bench.widgets().nth(1)).toBeVisible();
  const before = await bench.widgets().count();
  await expect(bench.widget(/^Churn rate by region, Bars/).getByRole("img")).toBeVisible();
  await expect(bench.widget(/, Number/).first()).toContainText(/\d/);

  await bench.canvas.getByRole("button", { name: "What Kaboo did" }).click();
  const log = page.getByRole("complementary", { name: "What Kaboo did" });
  await expect(
    log
      .getByRole("listitem")
      .filter({ hasText: /visualizer/i })
      .first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  await bench.ask("add revenue by plan to it");
  await expect(bench.widgets()).toHaveCount(before + 1);
  const calls = await bench.newestCards().allInnerTexts();
  expect(calls.join("\n")).not.toMatch(/looked|listed|read/i);

  await bench.drop("coffee.csv", readFileSync("e2e/files/coffee.csv", "utf8"));
  await expect(bench.chat.getByRole("button", { name: /Ask about coffee/ })).toBeVisible();
  await bench.ask("Show me cups by shop");
  await expect(bench.boardTitle()).toContainText(/cups/i);
  await expect(bench.widget(/Bars$/).first().getByRole("img")).toBeVisible();

  const url = page.url();
  const widgets = await bench.widgets().count();
  await page.reload();
  expect(page.url()).toBe(url);
  await expect(bench.boardTitle()).toContainText(/cups/i);
  await expect(bench.widgets()).toHaveCount(widgets);
  await expect(bench.turns()).toHaveCount(3);
});
