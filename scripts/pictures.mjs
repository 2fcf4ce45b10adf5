// node scripts/pictures.mjs [address]   Makes the README's pictures anew (public/readme) from a server that runs with the
// demo model, by playing what a person would do. Its conversations and boards stay on that server: give it a folder of its own.
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";

const address = process.argv[2] ?? "http://localhost:3000";
const folder = "public/readme";
const patienceMs = 120_000;

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--no-first-run"],
});
const context = await browser.newContext({
  baseURL: address,
  viewport: { width: 1440, height: 900 },
  reducedMotion: "reduce",
});
const page = await context.newPage();
page.setDefaultTimeout(patienceMs);

const composer = page.getByRole("textbox", { name: "Message to Kaboo" });
const canvas = page.getByRole("region", { name: "Canvas", exact: true });
const widgets = canvas.getByRole("article");
const picture = (name) => page.screenshot({ path: `${folder}/${name}.png` });

async function ask(text) {
  await composer.fill(text);
  await composer.press("Enter");
}

async function idle() {
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "hidden" });
  await page.locator("[data-board] [role=status]").first().waitFor({ state: "hidden" });
  // Charts draw in the frames after their rows have come.
  await page.waitForTimeout(1_500);
}

await page.goto("/");
await page.getByRole("status", { name: "Opening the conversation" }).waitFor({ state: "hidden" });

// The agents write the board: outlines stand where the widgets will be, and the canvas has followed them there.
await ask("Show me churn by region");
await canvas
  .getByRole("article", { name: /being written/i })
  .first()
  .waitFor();
await picture("1-ghosts");
await idle();
await picture("2-board");

// It grows by one, pointed out where it was added.
await ask("add revenue by plan to it");
await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
await idle();
await widgets.last().scrollIntoViewIfNeeded();
await picture("3-extended");

await widgets.first().scrollIntoViewIfNeeded();
await page.waitForTimeout(1_500);
await picture("workbench");

await page.emulateMedia({ colorScheme: "dark" });
await canvas.getByRole("button", { name: "What Kaboo did" }).click();
await page.getByRole("complementary", { name: "What Kaboo did" }).getByRole("listitem").first().waitFor();
await page.waitForTimeout(1_500);
await picture("4-log-dark");
await browser.close();
