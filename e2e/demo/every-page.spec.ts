import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

for (const colorScheme of ["light", "dark"] as const) {
  test(`[U3] axe finds nothing serious on any page and in any state, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const bench = new Workbench(page);
    await bench.open();
    await expectAccessible("an empty conversation");
    await bench.ask("Show me churn by region");
    await expect(bench.widget(/Bars/).getByRole("img").first()).toBeVisible();
    await expectAccessible("an answer and its board");
    await expect(page).toHaveURL(/threads/);

    await page.getByRole("button", { name: "Conversations" }).click();
    await expect(page.getByRole("dialog", { name: "Conversations" })).toBeVisible();
    await expectAccessible("the list of conversations");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(
      page.getByRole("dialog", { name: "Command palette" }).getByRole("option").first(),
    ).toBeVisible();
    await expectAccessible("the palette");
    await page.keyboard.press("Escape");
    await bench.canvas.getByRole("button", { name: "What Kaboo did" }).click();
    await expect(
      page.getByRole("complementary", { name: "What Kaboo did" }).getByRole("listitem").first(),
    ).toBeVisible();
    await expectAccessible("the log");
    await bench.canvas.getByRole("button", { name: "New query" }).click();
    await expect(bench.canvas.getByRole("textbox").first()).toBeVisible();
    await expectAccessible("the workbench");

    await page.goto("/library");
    await expect(page.getByRole("list", { name: "Entries" }).getByRole("link").first()).toBeVisible();
    await expectAccessible("the library");
    const board = page.getByRole("link", { name: /dashboard.*churn/i }).first();
    const id = new URL((await board.getAttribute("href")) ?? "", page.url()).searchParams.get("board");
    await page.goto("/knowledge");
    await page.getByRole("button", { name: "Add a metric" }).click();
    await expect(page.getByRole("form", { name: "New metric" })).toBeVisible();
    await expectAccessible("the team's knowledge");
    await page.goto(`/dashboards/${id}`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expectAccessible("a dashboard's own page");
    await page.goto("/nowhere");
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectAccessible("a page that isn't there");

    async function expectAccessible(state: string): Promise<void> {
      const builder = new AxeBuilder({ page });
      // The themes differ in colours only.
      if (colorScheme === "dark") builder.withRules("color-contrast");
      const { violations } = await builder.analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(
        serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        state,
      ).toEqual([]);
    }
  });
}

test("[U3] at 360 px chat and canvas take turns, and nothing scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const bench = new Workbench(page);
  await bench.open();
  await bench.ask("Show me churn by region");
  await page.getByRole("tab", { name: /canvas/i }).click();
  await expect(bench.widgets().first()).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test("[S2] an injected script does not run, and every page carries the policy", async ({ page }) => {
  const answer = await page.goto("/");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self' 'nonce-");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(answer?.headers()["x-content-type-options"]).toBe("nosniff");
  await page.evaluate(() => {
    const script = document.createElement("div");
    script.innerHTML = "<img src=x onerror='window.injected = true'>";
    document.body.append(script);
  });
  await page.waitForFunction(() => document.querySelector("img[src=x]") !== null);
  expect(await page.evaluate(() => "injected" in window)).toBe(false);
});

test("[S1] a foreign Host is refused, and a cross-site write too", async ({ request }) => {
  const foreign = await request.get("/api/threads", { headers: { host: "evil.example" } });
  expect(foreign.status()).toBe(403);
  const crossSite = await request.post("/api/dashboards", {
    headers: { origin: "https://evil.example", "content-type": "application/json" },
    data: { title: "x" },
  });
  expect(crossSite.status()).toBe(403);
});

test("[S2] an answer of the API is data: nosniff, and nothing to load", async ({ request }) => {
  for (const path of ["/api/health", "/api/dashboards/nope", "/api/sources/upload"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-security-policy"], path).toBe("default-src 'none'; frame-ancestors 'self'");
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("same-origin");
  }
});

test("[R1] an input of many megabytes arrives whole, up to the limit", async ({ request }) => {
  const send = (bytes: number) =>
    request.post("/api/agent", {
      headers: { prefer: "respond-async" },
      data: {
        threadId: `t_large_${bytes}`,
        runId: `r_large_${bytes}`,
        messages: [{ id: `m_large_${bytes}`, role: "user", content: "What data is there?" }],
        // A stock client sends its copy of the state; it is ignored, but it must fit.
        state: { kaboo_workspace: { project: { copy: "x".repeat(bytes) } } },
        tools: [],
        context: [],
        forwardedProps: {},
      },
    });
  expect((await send(12_000_000)).status()).toBe(202);
  expect((await send(17_000_000)).status()).toBe(413);
});
