import { expect, type Page, test } from "@playwright/test";
import { Workbench } from "../workbench";

const turns = 1_000;

/** A conversation of a thousand turns, as the stream opens it. */
async function serveLongThread(page: Page): Promise<void> {
  const messages = Array.from({ length: turns }, (_, index) => [
    { id: `m_u${index}`, role: "user", content: `Question number ${index + 1}?` },
    {
      id: `m_a${index}`,
      role: "assistant",
      content: `Answer number ${index + 1}: **${index} accounts**.\n\n- one\n- two\n- ${"three ".repeat(index % 40)}`,
    },
  ]).flat();
  const events = [
    { type: "MESSAGES_SNAPSHOT", messages, metadata: { seq: 9 } },
    { type: "STATE_SNAPSHOT", snapshot: {}, metadata: { seq: 9 } },
  ];
  const body = `event: reset\ndata: {"seq":9,"running":false}\n\n${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}`;
  await page.route("**/api/threads/*/events", (route) =>
    route.fulfill({ contentType: "text/event-stream", body }),
  );
}

test("[C14] 1,000 turns open at the newest with at most 60 message nodes, and scroll to the first", async ({
  page,
}) => {
  await serveLongThread(page);
  const bench = new Workbench(page);
  await bench.open("/threads/t_long0001");
  await expect(bench.chat.getByText("Answer number 1000")).toBeVisible();
  expect(await bench.turns().count()).toBeLessThanOrEqual(30);

  const conversation = bench.chat.getByRole("region", { name: "Conversation" });
  const longest = await conversation.evaluate(async (box) => {
    let worst = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) worst = Math.max(worst, duration);
    }).observe({ entryTypes: ["longtask"] });
    for (let step = 0; step < 60; step++) {
      box.scrollBy(0, -400);
      await new Promise(requestAnimationFrame);
    }
    return worst;
  });
  test.info().annotations.push({ type: "longest task while scrolling", description: `${longest} ms` });

  await bench.chat.getByRole("button", { name: "Jump to latest" }).click();
  await expect(bench.chat.getByText("Answer number 1000")).toBeInViewport();
  await conversation.evaluate((box) => box.scrollTo(0, 0));
  await expect(bench.chat.getByText("Question number 1?")).toBeVisible();
  expect(await bench.turns().count()).toBeLessThanOrEqual(30);
});
