import { expect, test } from "@playwright/test";
import { prepareBoard } from "../prepared-board";

const away = "http://elsewhere.example";
/** Ways for a text to load something from elsewhere, or to run. */
const hostile = `<img src="${away}/a.png" onerror="window.ran=1"><svg onload="window.ran=1"><image href="${away}/b.svg"/></svg><script src="${away}/c.js">window.ran=1</script>`;
const markdown = [
  hostile,
  `![picture](${away}/d.png)`,
  `[a link](javascript:window.ran=1) [another](data:text/html,<script>window.ran=1</script>)`,
  `<iframe src="${away}/e"></iframe><link rel=stylesheet href="${away}/f.css"><video src="${away}/g.mp4"></video>`,
  `<style>@import url(${away}/h.css); body { background: url(${away}/i.png) }</style>`,
  `| ![x](${away}/j.png) |\n| --- |\n| <b onmouseover="window.ran=1">x</b> |`,
].join("\n\n");

test("[S2] [S3] [S9] hostile titles, cells, labels, Markdown and file names load nothing from elsewhere and run nothing", async ({
  page,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && hostname !== "localhost") elsewhere.push(request.url());
  });
  const title = hostile.slice(0, 190);
  const cell = `'${hostile}'`;
  const board = await prepareBoard(page, {
    title,
    queries: { hostile: { title, sql: `select ${cell} || n as label, n as value from range(3) as t(n)` } },
    widgets: [
      { title, kind: "table", query: "hostile" },
      {
        title,
        kind: "bar",
        query: "hostile",
        spec: { x: "label", y: ["value"], lines: [{ value: 1, label: "<img src=x>" }] },
      },
      { title, kind: "pie", query: "hostile", spec: { label: "label", value: "value" } },
      { title, kind: "heatmap", query: "hostile", spec: { x: "label", y: "label", value: "value" } },
      { title, kind: "text", text: markdown, spec: {} },
    ],
  });
  await page.goto(`/dashboards/${board}`);
  await expect(page.getByText("<script src=").first()).toBeAttached();
  await expect(page.getByRole("img")).not.toHaveCount(0);
  await page.locator("canvas, svg").last().hover();
  await page.goto("/");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: `<img src=${away.replaceAll("/", "")} onerror=window.ran=1>.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from(`"${hostile.replaceAll('"', '""')}",b\n"${hostile.replaceAll('"', '""')}",2\n`),
    });
  await expect(page.getByText(/onerror=window/).first()).toBeVisible();
  await page.goto("/library");
  await expect(page.getByText("<img src=").first()).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});

test("[S2] [S8] a client's own policy and nonce come back nowhere, and a path that can't be decoded is not found", async ({
  request,
}) => {
  const headers = {
    ...{ "content-security-policy": "script-src 'nonce-FORGED'", "x-nonce": "FORGED" },
    "content-security-policy-report-only": "script-src 'nonce-FORGED'",
  };
  for (const path of [
    "/",
    "/nothing",
    "/favicon.ico",
    "/_next/nothing",
    "/_next/static/nothing",
    "/api/nothing",
    "/api",
  ]) {
    const answer = await request.get(path, { headers });
    expect(`${await answer.text()}${JSON.stringify(answer.headers())}`, path).not.toContain("FORGED");
  }
  for (const path of ["/api/threads/%E0%A4%A", "/api/dashboards/%ff", "/api/nothing"]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()["content-type"], path).toBe("application/problem+json");
  }
  expect((await request.get("/threads/%E0%A4%A")).status()).toBeLessThan(500);
});
