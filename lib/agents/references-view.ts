import { quoteData } from "@/lib/agent/text-for-model";
import type { WorkingView } from "@/lib/agent/view";
import type { Services } from "@/lib/agents/services";
import type { Widget } from "@/lib/dashboards/schema";
import { referencesKey } from "@/lib/workspace/keys";
import { type Reference, referencesIn } from "@/lib/workspace/references";

const mostReferences = 20;
const sqlCharacters = 2_000;

type Held = Pick<Services, "dashboards" | "queries" | "sources">;

/** What the person referred to with @, read and with ids, so that no call is needed to know it (C8). */
export function createReferencesView(services: Held): WorkingView {
  return {
    async render({ ownerId, state, mark }) {
      if (mark !== undefined) return { mark };
      const references = referencesIn(state[referencesKey]).slice(0, mostReferences);
      if (references.length === 0) return { mark: {} };
      const lines = await Promise.all(
        references.map(async (reference) => {
          const held = await render(services, ownerId, reference).catch(() => undefined);
          const name = `${reference.kind} ${reference.id} ${quoteData(reference.title)}`;
          return held === undefined ? `${name}: it is not there any more` : `${name}: ${held}`;
        }),
      );
      return { base: ["The message refers to these (@):", ...lines].join("\n"), mark: {} };
    },
  };
}

/** Undefined for what isn't there; a service may also throw so. */
async function render(services: Held, ownerId: string, reference: Reference): Promise<string | undefined> {
  switch (reference.kind) {
    case "dashboard": {
      const { version, widgets } = await services.dashboards.get(ownerId, reference.id);
      return `version ${version}, widgets ${widgets.map(renderWidget).join("; ") || "none yet"}`;
    }
    case "widget": {
      const { id, title, widgets } = await services.dashboards.get(ownerId, reference.dashboardId);
      const widget = widgets.find((each) => each.id === reference.id);
      return (
        widget && `on ${id} ${quoteData(title)}; ${renderWidget(widget)}; spec ${JSON.stringify(widget.spec)}`
      );
    }
    case "query": {
      const query = await services.queries.get(ownerId, reference.id);
      return `${renderColumns(query.columns)}; SQL ${quoteData(query.sql.slice(0, sqlCharacters))}`;
    }
    case "table": {
      const sources = await services.sources.list(ownerId);
      const source = sources.find(({ id }) => id === reference.sourceId);
      const table = source?.tables.find(({ name }) => name === reference.id);
      return table && `of ${reference.sourceId}, ${table.rowCount} rows, ${renderColumns(table.columns)}`;
    }
  }
  return reference satisfies never;
}

function renderWidget(widget: Widget): string {
  const from = widget.kind === "text" ? "" : ` of ${widget.queryId}`;
  return `${widget.id} ${quoteData(widget.title)} ${widget.kind}${from}`;
}

function renderColumns(columns: readonly { name: string; type: string }[]): string {
  return `columns ${columns.map(({ name, type }) => `${quoteData(name)} ${type}`).join(", ")}`;
}
