import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { Workbench } from "../workbench";

for (const colorScheme of ["light", "dark"] as const) {
  test(`[U3] axe finds nothing serious on the workbench and a dashboard's own page, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const bench = new Workbench(page);
    await bench.open();
    await expectAccessible();
    await bench.ask("Show me churn by region");
    await expect(bench.widget(/Bars/).getByRole("img").first()).toBeVisible();
    await expectAccessible();
    const board =
      new URL(page.url()).searchParams.get("board") ??
      (await bench.chat.getByRole("link", { name: /board/i }).first().getAttribute("href"))
        ?.split("board=")[1]
        ?.split("&")[0];
    await page.goto(`/dashboards/${board}`);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expectAccessible();

    async function expectAccessible(): Promise<void> {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
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
