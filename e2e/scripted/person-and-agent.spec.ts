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

test("[D4] [C4] an agent's work since a moment is taken back, what a person did to it stays; the log leads to the chat", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "slow-board");
  await bench.open();
  await bench.ask("Draw me notes.");
  await expect(bench.widgets()).toHaveCount(4);
  await bench
    .widget(/^East note/)
    .getByRole("heading", { name: "East note" })
    .dblclick();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Kept by a person");
  await page.keyboard.press("Enter");

  await bench.canvas.getByRole("button", { name: "What Kaboo did" }).click();
  const log = page.getByRole("complementary", { name: "What Kaboo did" });
  await expect(log.getByRole("listitem")).toHaveCount(4);
  await log.getByRole("combobox", { name: "By" }).selectOption("analyst");
  await expect(log.getByRole("listitem")).toHaveCount(3);
  const added = log.getByRole("button", { name: /^What to do about: Added/ });
  await added.nth(1).click();
  await page.getByRole("menuitem", { name: "Show in the chat" }).click();
  const card = bench.chat.getByRole("button", { name: /^Plotted 2 widgets on / }).first();
  await expect(card).toBeInViewport();
  await expect(card).toBeFocused();

  await added.nth(1).click();
  await page.getByRole("menuitem", { name: "Undo all by analyst since then" }).click();
  await expect(page.getByText(/^Taken back in part/)).toBeVisible();
  await expect(bench.widgets()).toHaveCount(1);
  await expect(bench.widget(/^Kept by a person/)).toBeVisible();
});

test("[D3] [D4] what two change at once is shown from both sides, and the person chooses", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "slow-board");
  await bench.open();
  await bench.ask("Draw me notes.");
  let meanwhile = "";
  await page.route("**/api/dashboards/*/widgets/*", async (route) => {
    if (!meanwhile) return route.continue();
    const [title, request] = [meanwhile, route.request()];
    meanwhile = "";
    const written = await page.request.patch(request.url(), {
      headers: { "if-match": (await request.headerValue("if-match")) ?? "" },
      data: { title },
    });
    expect(written.status()).toBe(200);
    await route.continue();
  });
  const rename = async (from: string, to: string, theirs: string) => {
    await bench
      .widget(new RegExp(`^${from},`))
      .getByRole("heading")
      .dblclick();
    meanwhile = theirs;
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(to);
    await page.keyboard.press("Enter");
  };
  await rename("East note", "Mine", "Theirs");
  const conflict = page.getByRole("dialog", { name: "Changed meanwhile" });
  await expect(conflict).toContainText("Title: “Theirs”");
  await expect(conflict).toContainText("Title: “Mine”");
  await conflict.getByRole("button", { name: "Keep yours" }).click();
  await expect(bench.widget(/^Mine,/)).toBeVisible();

  await rename("West note", "Mine, too", "Theirs, too");
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await expect(bench.widget(/^Theirs, too,/)).toBeVisible();
  await page.reload();
  await expect(bench.widget(/^Mine,/)).toBeVisible();
  await expect(bench.widget(/^Theirs, too,/)).toBeVisible();

  // All of an answer at once; what people changed of it stays.
  await bench.canvas.getByRole("button", { name: "What Kaboo did" }).click();
  const added = page.getByRole("button", { name: /^What to do about: Added/ });
  await added.first().click();
  await page.getByRole("menuitem", { name: /^Undo all \d of this answer$/ }).click();
  await expect(page.getByText(/^Taken back in part/)).toBeVisible();
  await expect(bench.widgets()).toHaveCount(2);
  await expect(bench.widget(/^Mine,/)).toBeVisible();
});
