import { expect, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

test("[D3] a person's rename while the agent works survives, and the agent is told", async ({ page }) => {
  const bench = new Workbench(page);
  await playScenario(page, "slow-build");
  await bench.open();
  await bench.say("Write me two notes.");

  const first = bench.widget(/^First note/);
  await expect(first).toBeVisible();
  await first.getByRole("heading", { name: "First note" }).dblclick();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Kept by a person");
  await page.keyboard.press("Enter");
  await expect(bench.widget(/^Kept by a person/)).toBeVisible();

  await bench.idle();
  await expect(bench.widget(/^Kept by a person/)).toBeVisible();
  await expect(bench.widget(/^Second note/)).toBeVisible();
  await expect(bench.chat.getByText("Both notes are there.")).toBeVisible();
  await page.reload();
  await expect(bench.widget(/^Kept by a person/)).toBeVisible();
});

test("[C1] following yields when the person opens something else, and can be turned off for good", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "slow-build");
  await bench.open();
  await bench.ask("Write me two notes.");
  await expect(bench.boardTitle()).toContainText("Notes");

  await bench.canvas.getByRole("button", { name: "Following the agents" }).click();
  await page.getByRole("menuitemradio", { name: "Don't follow" }).click();
  await page.goto("/threads/t_elsewhere1");
  await bench.ask("Write me two notes.");
  await expect(bench.widgets()).toHaveCount(0);
  await expect(bench.canvas.getByText("What the agents build shows up here")).toBeVisible();
});

test("[C3] [E4] a failed plot leaves no ghost and no widget in the state", async ({ page }) => {
  const bench = new Workbench(page);
  await playScenario(page, "failing-plot");
  await bench.open();
  await bench.say("Draw something.");
  await expect(bench.chat.getByText("nothing was drawn")).toBeVisible();
  await bench.idle();
  await expect(bench.canvas.getByText("Never drawn")).toBeHidden();
  const events = await page.evaluate(async () => {
    const answer = await fetch(`/api/threads/${location.pathname.split("/").at(-1)}/events`);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (reader && !text.includes("STATE_SNAPSHOT")) text += (await reader.read()).value ?? "";
    await reader?.cancel();
    return text;
  });
  expect(events).not.toContain('d_nothere":{');
  expect(events).toMatch(/"pending":\[\]/);
});
