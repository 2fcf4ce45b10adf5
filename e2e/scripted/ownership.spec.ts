import { expect, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

test("[O3] agents' transcripts are in no byte that the browser receives: live, on replay, in the page's source", async ({
  page,
}) => {
  // Everything that the page's own code is handed, stream chunks included.
  await page.addInitScript(() => {
    const received: string[] = [];
    Object.assign(window, { received });
    const original = window.fetch.bind(window);
    window.fetch = async (...args) => {
      const response = await original(...args);
      if (!response.body) return response;
      const [mine, theirs] = response.body.tee();
      const reader = mine.pipeThrough(new TextDecoderStream()).getReader();
      const read = async (): Promise<void> => {
        const { done, value } = await reader.read();
        if (value) received.push(value);
        if (!done) await read();
      };
      read().catch(() => undefined);
      return new Response(theirs, response);
    };
  });
  const documents: Promise<string>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/html|javascript/.test(type)) documents.push(response.text().catch(() => ""));
  });
  const receivedText = () =>
    page.evaluate(() => (window as unknown as { received: string[] }).received.join(""));

  const bench = new Workbench(page);
  await playScenario(page, "delegate-dashboard");
  await bench.open();
  await bench.ask("Make a dashboard about churn and revenue.");
  const live = await receivedText();
  await page.reload();
  await expect(bench.widgets()).toHaveCount(2);
  const replayed = await receivedText();
  const source = (await Promise.all(documents)).join("\n") + (await page.content());

  expect(live).toContain("STATE_DELTA");
  expect(replayed).toContain("MESSAGES_SNAPSHOT");
  for (const text of [live, replayed, source]) {
    expect(text).not.toContain("kaboo_sessions");
    // How an agent is instructed, and what its prompt opens with, are its transcript's, too.
    expect(text).not.toContain("What this conversation has built");
    expect(text).not.toContain("You are the");
  }
});
