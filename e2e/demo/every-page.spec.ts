import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { prepareBoard } from "../prepared-board";
import { Workbench } from "../workbench";

type ColorScheme = "light" | "dark";

/** No violation that keeps somebody out. The themes differ in colours only. */
const accessibleIn = (page: Page, colorScheme: ColorScheme) => async (state: string) => {
  const builder = new AxeBuilder({ page });
  if (colorScheme === "dark") builder.withRules("color-contrast");
  const { violations } = await builder.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    state,
  ).toEqual([]);
};

for (const colorScheme of ["light", "dark"] as const) {
  test(`[U3] axe finds nothing serious on any page and in any state, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const expectAccessible = accessibleIn(page, colorScheme);
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
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`[U3] [U5] axe finds nothing serious in what opens on top, nor offline, nor on a broken page, ${colorScheme}`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const expectAccessible = accessibleIn(page, colorScheme);
    const board = await prepareBoard(page, {
      title: "States",
      variables: [
        {
          name: "regions",
          label: "Regions",
          kind: "multi_choice",
          options: ["EMEA", "APAC"],
          value: ["EMEA"],
        },
        { name: "days", label: "Days", kind: "date_range", value: { last: 90, unit: "day" } },
      ],
      queries: {
        orders: {
          title: "Orders by region",
          sql: "select region, count(*) as orders from orders where list_contains($regions, region) group by region",
          params: { regions: ["EMEA"] },
        },
      },
      widgets: [{ title: "Orders", kind: "bar", query: "orders" }],
    });
    const bench = new Workbench(page);
    await bench.open(`/threads/t_states_${colorScheme}?board=${board}`);
    await expect(bench.widget(/^Orders/).getByRole("img")).toBeVisible();
    const { canvas } = bench;
    const menuItem = (name: string) => page.getByRole("menuitem", { name });

    const popups = [
      ["Menu of the dashboard", menuItem("Print or save as PDF")],
      ["Menu of Orders", menuItem("Show as table")],
      ["Where does this come from?", page.getByRole("dialog", { name: /comes from/ })],
      ["Regions: EMEA", page.getByRole("checkbox", { name: "APAC" })],
      ["Days: Last 90 days", page.getByRole("dialog", { name: "Days" })],
      ["Following is paused", page.getByRole("menuitemradio", { name: "Don't follow" })],
    ] as const;
    for (const [name, inside] of popups) {
      const button = canvas.getByRole("button", { name, exact: true });
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(inside).toBeVisible();
      await expectAccessible(name);
      await page.keyboard.press("Escape");
      await expect(inside).toBeHidden();
      await expect(button).toBeFocused();
    }
    await canvas.getByRole("button", { name: "Menu of the dashboard" }).press("ArrowDown");
    await expect(menuItem("Refresh all")).toBeFocused();
    await page.keyboard.press("Escape");
    await canvas.getByRole("button", { name: "Variables", exact: true }).click();
    await page.getByRole("button", { name: "Edit Regions" }).click();
    await expect(page.getByRole("textbox", { name: "Choices" })).toBeVisible();
    await expectAccessible("a variable");
    await page.keyboard.press("Escape");
    await canvas.getByRole("button", { name: "Add widget" }).click();
    await expect(page.getByRole("complementary", { name: "Add widget" })).toBeVisible();
    await expectAccessible("a new widget");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Conversations" }).click();
    await expect(page.getByRole("link", { name: "New conversation" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Conversations" })).toBeFocused();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await expectAccessible("the shortcuts");
    await page.keyboard.press("Escape");

    await page.route("**/api/**", (route) => route.abort());
    await page.reload();
    await expect(bench.chat.getByText("Not connected. Trying again…")).toBeVisible();
    await expect(bench.chat.getByText("The conversation can’t be read")).toBeVisible();
    await expect(canvas.getByText("The server can't be reached. Is it running?").first()).toBeVisible();
    await expectAccessible("offline");
    await page.unroute("**/api/**");
    await page.route("**/api/threads", (route) => route.fulfill({ json: { threads: 5 } }));
    await page.reload();
    await expect(page.getByRole("button", { name: "Draw it again" })).toBeVisible();
    await expectAccessible("a broken page");
    await page.unroute("**/api/threads");
    await page.reload();
    await expect(bench.composer).toBeVisible();
  });
}

test("[U3] with colours forced by the system, what is chosen, pressed or warned of still shows", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const bench = new Workbench(page);
  await bench.open();
  await bench.canvas.getByRole("button", { name: "What Kaboo did" }).click();
  const pressed = bench.canvas.getByRole("button", { name: "What Kaboo did", pressed: true });
  const look = (name: string) =>
    bench.canvas
      .getByRole("button", { name })
      .evaluate((button) => `${getComputedStyle(button).backgroundColor} ${getComputedStyle(button).color}`);
  await expect(pressed).toBeVisible();
  expect(await look("What Kaboo did")).not.toBe(await look("New query"));
});

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
