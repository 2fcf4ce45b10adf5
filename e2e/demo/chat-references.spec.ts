import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

test("[C8] @ finds by name and keyboard; what is chosen is a chip, goes with the message, and then is gone", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.ask("Show me churn by region");

  await bench.composer.pressSequentially("Explain @chu");
  const menu = page.getByRole("listbox", { name: "Refer to" });
  await expect(menu.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const title = ((await menu.getByRole("option").first().textContent()) ?? "").trim();
  await page.keyboard.press("Enter");
  await expect(menu).toBeHidden();
  await expect(bench.composer).toHaveValue(`Explain @${title} `);
  const chips = bench.chat.getByRole("list", { name: "Referred to" });
  await expect(chips).toContainText(title);

  const sent = page.waitForRequest((request) => request.url().endsWith("/api/agent"));
  await page.keyboard.press("Enter");
  const { state } = (await sent).postDataJSON();
  expect(state.kaboo_references).toEqual([{ kind: "dashboard", id: expect.stringMatching(/^d_/), title }]);
  await expect(chips).toBeHidden();
});

test("[C8] a mention that means nothing is text, Escape closes the menu, and a chip can be taken out", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await bench.open();
  const menu = page.getByRole("listbox", { name: "Refer to" });
  await bench.composer.pressSequentially("@zzzz");
  await expect(menu).toBeHidden();
  await bench.composer.fill("");
  await bench.composer.pressSequentially("@");
  await expect(menu.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await bench.composer.pressSequentially("acc");
  await expect(menu.getByRole("group", { name: "Tables" })).toBeVisible();
  await menu.getByRole("option", { name: "accounts" }).click();
  await bench.chat.getByRole("button", { name: "Don’t refer to accounts" }).click();
  await expect(bench.chat.getByRole("list", { name: "Referred to" })).toBeHidden();
});
