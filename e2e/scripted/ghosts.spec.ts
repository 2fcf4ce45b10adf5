import { expect, test } from "@playwright/test";
import { playScenario, Workbench } from "../workbench";

const titles = ["North note", "South note", "East note", "West note"];

test("[C3] however slowly the board is fetched, ghosts stay until their widgets are drawn, and nothing jumps", async ({
  page,
}) => {
  const bench = new Workbench(page);
  await playScenario(page, "drawn-notes");
  await page.addInitScript((names) => {
    type Places = { ghost: string; widget: string[] };
    const seen = { fewest: Number.POSITIVE_INFINITY, ghosts: 0, places: {} as Record<string, Places> };
    Object.assign(window, { seen });
    const look = () => {
      const cards = [...document.querySelectorAll<HTMLElement>("[data-ghost], [data-widget]")];
      if (cards.length > 0 || seen.fewest < Number.POSITIVE_INFINITY)
        seen.fewest = Math.min(seen.fewest, cards.length);
      seen.ghosts = Math.max(seen.ghosts, document.querySelectorAll("[data-ghost]").length);
      for (const card of cards) {
        const name = names.find((title) => card.ariaLabel?.startsWith(`${title},`));
        if (!name) continue;
        const { left, top, width, height } = card.getBoundingClientRect();
        const place = [left, top, width, height].map(Math.round).join(" ");
        const places = seen.places[name] ?? { ghost: "", widget: [] };
        seen.places[name] = places;
        // A ghost may still move while its widgets are written: what counts is where it was last.
        if (card.matches("[data-ghost]")) places.ghost = place;
        else if (!places.widget.includes(place)) places.widget.push(place);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, titles);
  await bench.open();
  await bench.ask("Make a board.");
  await expect(bench.boardTitle()).toContainText("Drawn slowly");
  await page.route("**/api/dashboards/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await bench.say("Draw me notes.");
  for (const title of titles)
    await expect(bench.canvas.locator("[data-widget]").filter({ hasText: title })).toBeVisible({
      timeout: 40_000,
    });
  await bench.idle();
  await expect(bench.canvas.locator("[data-ghost]")).toHaveCount(0);
  const seen = await page.evaluate(() => Reflect.get(window, "seen"));
  expect(seen.ghosts).toBe(4);
  expect(seen.fewest).toBeGreaterThan(0);
  for (const title of titles) expect(seen.places[title].widget, title).toEqual([seen.places[title].ghost]);
});
