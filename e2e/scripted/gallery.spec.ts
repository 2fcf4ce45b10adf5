import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

for (const colorScheme of ["light", "dark"] as const) {
  test(`[D8] [U3] [U5] the gallery: every kind is drawn, nothing sticks out of its card, axe is content, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("/gallery");
    const undrawn = () =>
      page.evaluate(() => {
        const charts = [...document.querySelectorAll('article [role="img"]')];
        return charts.length < 25 ? -1 : charts.filter((each) => !each.querySelector("canvas")).length;
      });
    await expect.poll(undrawn).toBe(0);
    await expect(page.getByRole("article").getByRole("alert")).toHaveCount(2);
    const sticksOut = await page.evaluate(() =>
      [...document.querySelectorAll("article")].flatMap((card) => {
        const frame = card.getBoundingClientRect();
        return [...card.querySelectorAll<HTMLElement>("*")].flatMap((part) => {
          if (part.closest("section, .sr-only, svg") || part.childElementCount > 0) return [];
          const { left, right, top, bottom, width } = part.getBoundingClientRect();
          const out =
            left < frame.left - 1 ||
            right > frame.right + 1 ||
            top < frame.top - 1 ||
            bottom > frame.bottom + 1;
          return width > 0 && out
            ? [`${card.querySelector("h3")?.textContent}: ${part.outerHTML.slice(0, 120)}`]
            : [];
        });
      }),
    );
    expect(sticksOut).toEqual([]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
}
