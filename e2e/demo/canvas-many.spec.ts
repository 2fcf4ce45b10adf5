import { expect, test } from "@playwright/test";
import { prepareBoard } from "../prepared-board";

const count = 30;

test("[D14] [Q6] on a board of 30 widgets one's new rows draw that one alone", async ({ page }) => {
  test.setTimeout(90_000);
  const names = Array.from({ length: count }, (_, index) => `Orders ${index + 1}`);
  const board = await prepareBoard(page, {
    title: "Many",
    queries: Object.fromEntries(
      names.map((title, index) => [
        title,
        { title, sql: `select region, count(*) + ${index} as orders from orders group by 1` },
      ]),
    ),
    widgets: names.map((title, index) => ({ title, kind: index % 3 === 0 ? "table" : "bar", query: title })),
  });
  await page.goto(`/dashboards/${board}`);
  const card = page.getByRole("article", { name: "Orders 2, Bars" });
  await expect(card.getByRole("img").locator("canvas")).toBeVisible();
  await card.getByRole("button", { name: "Menu of Orders 2" }).click();
  await page.evaluate(() => {
    const touched = new Set<string>();
    Object.assign(window, { touched });
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement;
        touched.add(element?.closest("article")?.getAttribute("aria-label") ?? "");
      }
    }).observe(document.querySelector("[data-board] .react-grid-layout") ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  const asked = page.waitForResponse("**/api/rows");
  await page.getByRole("menuitem", { name: "Refresh" }).click();
  expect(JSON.parse((await asked).request().postData() ?? "{}").items).toHaveLength(1);
  await expect(card.getByRole("status", { name: "Updating" })).toHaveCount(0);
  const touched = () => page.evaluate(() => [...(Reflect.get(window, "touched") as Set<string>)]);
  await expect.poll(touched).toContain("Orders 2, Bars");
  expect(await touched()).toEqual(["Orders 2, Bars"]);
});
