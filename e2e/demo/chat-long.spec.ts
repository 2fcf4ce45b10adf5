import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { newId } from "@/lib/shared/id";
import { Workbench } from "../workbench";

const turns = 1_000;

/** A conversation of a thousand turns in the server's database, as that many runs would have left it. */
function writeLongThread(): string {
  const threadId = newId("t");
  const folder = process.env.KABOO_E2E_DATA_demo ?? "";
  const args = ["--import", "tsx", "lib/runs/testing/write-long-thread.ts", folder, threadId, String(turns)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return threadId;
}

test("[C14] [R4] 1,000 turns open at the newest with few nodes; older ones come as one scrolls up, and nothing jumps", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const bench = new Workbench(page);
  await bench.open(`/threads/${writeLongThread()}`);
  await expect(bench.chat.getByText("Answer number 1000")).toBeInViewport();
  // Fewer than 31: the turn of that place is not drawn.
  await expect(bench.turns().nth(30)).toHaveCount(0);

  const conversation = bench.chat.getByRole("region", { name: "Conversation" });
  const scrolled = await conversation.evaluate(async (box) => {
    const frame = () => new Promise(requestAnimationFrame);
    let longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
    }).observe({ entryTypes: ["longtask"] });
    let longestJump = 0;
    for (let step = 0; step < 60; step++) {
      await frame();
      const seen = [...box.querySelectorAll("article")].find(
        (each) => each.getBoundingClientRect().bottom > box.getBoundingClientRect().top + 100,
      );
      const before = seen?.getBoundingClientRect().top ?? 0;
      const from = box.scrollTop;
      box.scrollBy(0, -200);
      const moved = from - box.scrollTop;
      await frame();
      if (seen?.isConnected && moved > 0)
        longestJump = Math.max(longestJump, Math.abs(seen.getBoundingClientRect().top - before - moved));
    }
    return { longestTask, longestJump };
  });
  test.info().annotations.push({ type: "while scrolling", description: JSON.stringify(scrolled) });

  await bench.chat.getByRole("button", { name: "Jump to latest" }).click();
  await expect(bench.chat.getByText("Answer number 1000")).toBeInViewport();
  // Scrolling to the top again and again, everything that was ever said can be reached.
  await expect(async () => {
    await conversation.evaluate((box) => box.scrollTo(0, 0));
    await expect(bench.chat.getByText("Question number 1?", { exact: true })).toBeInViewport({ timeout: 50 });
  }).toPass({ timeout: 120_000, intervals: [20] });
  await expect(bench.turns().nth(30)).toHaveCount(0);
  await expect(bench.chat.getByText("Show earlier messages")).toBeHidden();
});
