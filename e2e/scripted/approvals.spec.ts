import { expect, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

test("[H1] a person approves a call after changing it; what ran is what they wrote", async ({ page }) => {
  const bench = new Workbench(page);
  await playScenario(page, "delete-old-board");
  await bench.open();
  await bench.ask("Delete the old board.");
  const asked = bench.chat.getByRole("region", { name: "Waiting for you" });
  await expect(asked.getByRole("heading")).toContainText("Delete the dashboard “Old board”");
  await asked.getByRole("button", { name: "Edit first…" }).click();
  const editor = asked.getByRole("textbox", { name: "Arguments" });
  await editor.fill("{");
  await expect(asked.getByRole("button", { name: "Approve with changes" })).toBeDisabled();
  const other = await page.evaluate(async () => {
    const { dashboards } = await (await fetch("/api/dashboards")).json();
    return dashboards.find((board: { title: string }) => board.title === "Other board").id;
  });
  await editor.fill(JSON.stringify({ dashboard_id: other }));
  await asked.getByRole("button", { name: "Approve with changes" }).click();
  await expect(asked).toBeHidden();
  await expect(bench.chat.getByText("It is deleted.")).toBeVisible();
  const titles = await page.evaluate(async () => {
    const { dashboards } = await (await fetch("/api/dashboards")).json();
    return dashboards.map((board: { id: string; title: string }) => board.id);
  });
  expect(titles).not.toContain(other);
});

test("[H1] [H3] a request is there again after a reload, by keyboard rejected with a reason, and asks no more", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "delete-old-board");
  await bench.open();
  await bench.ask("Delete the old board.");
  const asked = bench.chat.getByRole("region", { name: "Waiting for you" });
  await expect(asked).toBeVisible();
  await page.reload();
  await expect(asked.getByRole("article")).toHaveCount(1);
  await asked.getByRole("button", { name: "Reject…" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Somebody needs it.");
  await page.keyboard.press("Enter");
  await expect(asked).toBeHidden();
  await expect(bench.chat.getByText("I left it where it is.")).toBeVisible();
  await page.reload();
  await expect(bench.chat.getByText("I left it where it is.")).toBeVisible();
  await expect(asked).toBeHidden();
});
