import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

test("[C9] [C12] [C13] [R4] an answer tells its tokens and agents, is rated, and offers how to go on; all still there after a reload, and in a branch", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const bench = new Workbench(page);
  await bench.open();
  await bench.ask("Build a dashboard about churn by region");

  const answer = bench.turns().last();
  await expect(answer.getByText(/^[\d.]+K? tokens$/)).toBeVisible();
  await answer.getByRole("button", { name: "Poor answer" }).click();
  await page.getByRole("textbox", { name: "What was wrong" }).fill("The wrong period.");
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith("/rating") && (response.request().postData() ?? "").includes("period"),
  );
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  expect((await kept).status()).toBe(204);
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.reload();
  await expect(answer.getByRole("button", { name: "Poor answer" })).toHaveAttribute("aria-pressed", "true");
  const delegate = answer.getByRole("button", { name: /^Visualizer/ });
  await expect(delegate).toContainText(/\d calls?.*tokens/);
  await delegate.click();
  await expect(answer.getByText(/^Asked to:/)).toBeVisible();
  await answer.getByRole("button", { name: /^Plotted .*, done$/ }).click();
  await expect(answer.getByText("dashboard___plot_widgets")).toBeVisible();
  await expect(answer.getByRole("heading", { name: "Arguments" })).toBeVisible();

  const { ratings } = await (await page.request.get("/api/ratings")).json();
  expect(ratings[0]).toMatchObject({ value: "down", reason: "The wrong period." });

  const next = bench.chat.getByRole("list", { name: "Questions to go on with" }).getByRole("button").first();
  const question = await next.textContent();
  expect(question).toMatch(/^Add .* by .* to it$/);
  await next.click();
  await expect(bench.turns()).toHaveCount(2);
  await bench.idle();

  const whole = page.url();
  await bench.turns().first().getByRole("button", { name: "Branch from here" }).click();
  await expect(page).not.toHaveURL(whole);
  await expect(bench.turns()).toHaveCount(1);
  await expect(bench.boardTitle()).toContainText(/churn/i);
});

test("[U3] everything is found by its name, and the shortcuts are told", async ({ page }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.ask("Build a dashboard about churn by region");
  await page.goto("/threads/t_elsewhere2");
  await expect(bench.composer).toBeEditable();

  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("churn");
  await expect(palette.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(bench.boardTitle()).toContainText(/churn/i);

  await page.getByRole("heading", { name: "Kaboo" }).click();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await page.keyboard.press("/");
  await expect(bench.composer).toBeFocused();
});
