import { expect, test } from "vitest";
import { citationOf, safeLink } from "./safe-link";

test("[S3] only web pages, mail and this app's own threads and boards are links", () => {
  expect(safeLink("https://example.com/a?b#c")).toEqual({
    href: "https://example.com/a?b#c",
    external: true,
  });
  expect(safeLink("mailto:someone@example.com")?.external).toBe(true);
  expect(safeLink("/threads/t_abc?board=d_1&widget=w_2")).toMatchObject({ external: false });
  expect(safeLink("/dashboards/d_1")).toMatchObject({ external: false });
  expect(safeLink("?board=d_1&widget=w_2")).toMatchObject({ external: false });
});

test("[S3] everything else is no link, however it is written", () => {
  const refused = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example/x",
    "https:///evil",
    "/\\evil.example",
    "/api/threads/t_1/cancel",
    "/threads/../api/agent",
    "?board=d_1&next=javascript:alert(1)",
    "",
    undefined,
  ];
  expect(refused.filter((href) => safeLink(href))).toEqual([]);
});

test("[C11] a citation names a query, or a widget on a board; other addresses are none", () => {
  expect(citationOf("?query=q_1")).toEqual({ kind: "query", id: "q_1" });
  expect(citationOf("?board=d_1&widget=w_2")).toEqual({ kind: "board", id: "d_1", widget: "w_2" });
  expect(citationOf("/dashboards/d_1")).toBeUndefined();
  expect(citationOf("?other=x")).toBeUndefined();
});
