import { expect, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

test("[C11] a cited number leads to its query; a citation of nothing is text and says so", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "citations");
  await bench.open();
  await bench.ask("How many?");
  const answer = bench.turns().last();
  await expect(answer.getByText("a million")).toBeVisible();
  await expect(answer.getByText("(its source isn’t there)")).toBeAttached();
  await expect(answer.getByRole("link", { name: "a million" })).toHaveCount(0);
  await expect(answer).not.toContainText("blocked");
  await answer.getByRole("link", { name: "some accounts" }).click();
  await expect(page).toHaveURL(/query=q_/);
  await expect(bench.canvas.getByText("How many accounts").first()).toBeVisible();
});
