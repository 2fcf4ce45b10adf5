import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import type { Scenario } from "@/lib/scenarios/scenario";
import { findChromium } from "../scripts/chromium.mjs";
import { watchPage } from "./feel/watch-page";
import type { Figure, Part } from "./figures";
import { median } from "./measure";
import { openApp } from "./server";

/** Text at the pace of a quick model, and a change of the state every now and then. */
const scenario: Scenario = {
  name: "feel",
  turns: [{ user: "Go on" }],
  script: {
    analyst: [
      ...Array.from({ length: 20 }, (_, n) => ({
        calls: [{ id: `c${n}`, tool: "lab___remember", input: { value: { n } } }],
        delayMs: 30,
        chunks: 2,
      })),
      { text: "It is one region after a change of price. ".repeat(20), chunks: 150, delayMs: 33 },
    ],
  },
};

/** P8 and P7: how long after it arrives something is on the screen, and what holds the page meanwhile. */
export const feel: Part = {
  name: "feel",
  title: "Feel: from the wire to the screen",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "kaboo-bench-"));
    writeFileSync(join(folder, "feel.json"), JSON.stringify(scenario));
    const app = await openApp({
      MODEL: "scripted",
      KABOO_SCENARIOS: folder,
      KABOO_DATA: join(folder, "data"),
    });
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.addInitScript(watchPage);
      return await watching(page, app.url);
    } finally {
      await browser.close();
      await app.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  },
};

async function watching(page: Page, url: string): Promise<Figure[]> {
  // The page sends no scenario by itself.
  await page.route("**/api/agent", async (route) => {
    const body = route.request().postDataJSON();
    const forwardedProps = { ...body.forwardedProps, kaboo_scenario: scenario.name };
    await route.continue({ postData: JSON.stringify({ ...body, forwardedProps }) });
  });
  await page.goto(url);
  const composer = page.getByRole("textbox", { name: "Message to Kaboo" });
  await composer.fill("Go on", { timeout: 120_000 });
  const interactiveMs = await page.evaluate(() => performance.now());
  await composer.press("Enter");
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  await stop.waitFor({ timeout: 60_000 });
  await stop.waitFor({ state: "hidden", timeout: 240_000 });
  const noted = await page.evaluate(() => (window as unknown as { noted: Noted }).noted);
  if (noted.text.length === 0 || noted.state.length === 0) throw new Error("Nothing was seen to arrive.");
  return [
    { rule: "P7", what: "until the page takes a message", value: interactiveMs, unit: "ms" },
    { rule: "P8", what: "text delta to pixel, p50", value: median(noted.text), unit: "ms", atMost: 40 },
    { rule: "P8", what: "state delta to pixel, p50", value: median(noted.state), unit: "ms", atMost: 25 },
    { rule: "P8", what: "tasks over 50 ms meanwhile", value: noted.longTasks.length, unit: "" },
  ];
}

type Noted = { text: number[]; state: number[]; longTasks: number[] };
