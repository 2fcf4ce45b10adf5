import type { Page } from "@playwright/test";

/** Makes something on the server in the page's name; a version says which state an edit was made on. */
export function post(page: Page, path: string, body: unknown, version?: number): Promise<{ id: string }> {
  return page.evaluate(
    async ([to, content, match]) => {
      const headers: Record<string, string> = { "content-type": "application/json" };
      if (match !== null) headers["if-match"] = `"${match}"`;
      const answer = await fetch(to, { method: "POST", headers, body: JSON.stringify(content) });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    [path, body, version ?? null] as const,
  );
}

type Board = {
  title: string;
  variables?: object[];
  queries: Record<string, { title: string; sql: string; params?: object }>;
  /** `query` names one of the queries. */
  widgets: ({ title: string; kind: string; query?: string } & Record<string, unknown>)[];
};

/** A board a person made before the page was opened. Gives its id. */
export async function prepareBoard(page: Page, { queries, widgets, ...board }: Board): Promise<string> {
  await page.goto("/");
  const ids = new Map<string, string>();
  for (const [name, query] of Object.entries(queries))
    ids.set(name, (await post(page, "/api/queries", query)).id);
  const { id } = await post(page, "/api/dashboards", board);
  for (const [index, { query, ...widget }] of widgets.entries()) {
    const queryId = query === undefined ? {} : { queryId: ids.get(query) };
    await post(page, `/api/dashboards/${id}/widgets`, { ...widget, ...queryId }, index + 1);
  }
  return id;
}
