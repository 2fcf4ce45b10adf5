import { expect, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

test("[U4] an upload shows how far it is and can be stopped, and so can a run", async ({ page }) => {
  test.setTimeout(120_000);
  await playScenario(page, "long-wait");
  const bench = new Workbench(page);
  await bench.open();
  // A file that is on its way for as long as it takes to look.
  await page.route("**/api/sources/upload", () => {});
  await bench.drop("large.csv", "a,b\n1,2\n");
  await expect(page.getByRole("progressbar", { name: "Uploading large.csv" })).toBeVisible();
  await page.getByRole("button", { name: "Stop uploading large.csv" }).click();
  await expect(page.getByRole("list", { name: "Uploads" })).toHaveCount(0);

  await bench.say("Write me a note, and wait.");
  await expect(bench.widget(/First note/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Agents at work" })).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(bench.chat.getByText("You stopped this answer.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Agents at work" })).toHaveCount(0);
  await expect(bench.widgets()).toHaveCount(1);

  // It goes on after the call that was stopped, and makes nothing twice.
  await bench.chat.getByRole("button", { name: "Continue" }).click();
  await expect(bench.chat.getByText("The wait is over.")).toBeVisible();
  await expect(bench.widgets()).toHaveCount(1);
});
