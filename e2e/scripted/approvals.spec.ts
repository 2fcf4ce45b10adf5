import { expect, type Page, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

test("[H1] a person looks at it, changes a call's fields and approves; what ran is what they wrote", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "edit-approval");
  await bench.open();
  await bench.ask("Delete the first one.");
  const asked = bench.chat.getByRole("region", { name: "Waiting for you" });
  await expect(asked.getByRole("heading")).toContainText("Delete the dashboard “First one”");
  await expect(bench.boardTitle()).toContainText("Second one");
  await asked.getByRole("link", { name: "Look at it first" }).click();
  await expect(bench.boardTitle()).toContainText("First one");

  await asked.getByRole("button", { name: "Edit first…" }).click();
  const board = asked.getByRole("combobox", { name: "Dashboard" });
  const version = asked.getByRole("spinbutton", { name: /^Expected version/ });
  const approve = asked.getByRole("button", { name: "Approve with changes" });
  await version.fill("1.5");
  await expect(asked.getByText("A whole number is needed.")).toBeVisible();
  await approve.click();
  await expect(version).toBeFocused();
  await asked.getByRole("tab", { name: "JSON" }).click();
  const json = asked.getByRole("textbox", { name: "Arguments" });
  await expect(json).toHaveValue(/"expected_version": 1\.5/);
  await json.fill("{");
  await expect(asked.getByText("This is not valid JSON yet.")).toBeVisible();
  const second = await idOf(page, "Second one");
  await json.fill(JSON.stringify({ dashboard_id: second }));
  await asked.getByRole("tab", { name: "Fields" }).click();
  await expect(board).toHaveValue(second);
  await approve.click();
  await expect(asked).toBeHidden();
  await expect(bench.chat.getByText("It is deleted.")).toBeVisible();
  await bench.chat.getByRole("button", { name: /^Removed .*, done$/ }).click();
  await expect(bench.chat.getByRole("region", { name: "Arguments" })).toContainText(second);
  await expect(bench.chat.getByText("You changed the arguments and approved this")).toBeVisible();
  await expect.poll(() => idOf(page, "Second one")).not.toBe(second);
});

test("[H1] [H2] [H3] four requests at once, two of them of delegates, are answered one by one, with reloads between", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "tidy-up");
  await bench.open();
  await bench.ask("Tidy up, with two colleagues.");
  const asked = bench.chat.getByRole("region", { name: "Waiting for you" });
  const cards = asked.getByRole("article");
  await expect(cards).toHaveCount(4);
  const left = cards.filter({ hasText: "Sweep the left side." });
  await left.getByRole("button", { name: "Approve" }).click();
  await expect(cards).toHaveCount(3);
  await page.reload();
  await expect(cards).toHaveCount(3);
  const question = cards.filter({ hasText: "Keep a copy?" });
  await question.getByRole("radio", { name: "No" }).click();
  await question.getByRole("button", { name: "Answer" }).click();
  const board = cards.filter({ hasText: "Delete the dashboard “Heap”" });
  await board.getByRole("button", { name: "Reject…" }).click();
  await board.getByRole("textbox").fill("It is not mine.");
  await board.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(cards).toHaveCount(1);
  const right = cards.filter({ hasText: "Sweep the right side." });
  await right.getByRole("button", { name: "Approve" }).click();
  await expect(bench.chat.getByText("All is tidy.")).toBeVisible();
  await expect(asked).toBeHidden();
  await page.reload();
  await expect(bench.chat.getByText("All is tidy.")).toBeVisible();
  await expect(asked).toBeHidden();
  await expect(bench.chat.getByText("It is not mine.")).toBeHidden();
  await expect.poll(() => titles(page)).toContain("Heap");
});

async function boards(page: Page): Promise<{ id: string; title: string }[]> {
  return (await (await page.request.get("/api/dashboards")).json()).dashboards;
}

const titles = async (page: Page) => (await boards(page)).map(({ title }) => title);

async function idOf(page: Page, title: string): Promise<string> {
  return (await boards(page)).find((board) => board.title === title)?.id ?? "";
}

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
