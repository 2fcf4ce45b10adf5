import { quoteData } from "@/lib/agent/text-for-model";
import type { ViewRequest, WorkingView } from "@/lib/agent/view";
import { renderChange, seenVersions } from "@/lib/changes/render-changes";
import type { Changes } from "@/lib/changes/service";
import type { Query } from "@/lib/queries/schema";
import type { Queries } from "@/lib/queries/service";
import { parseMark } from "@/lib/workspace/shown-version";
import { workspaceOf } from "@/lib/workspace/workspace-of";

const baseCharacters = 5_000;
const sqlCharacters = 200;

/** Those the conversation knows, newest first, then the owner's others. */
function inOrder(all: Query[], { state }: ViewRequest): Query[] {
  const known = Object.keys(workspaceOf(state).queries).reverse();
  const byId = new Map(all.map((query) => [query.id, query]));
  const first = known.flatMap((id) => byId.get(id) ?? []);
  return Array.from(new Set([...first, ...all]));
}

function renderLine({ id, title, version, sourceId, columns, params }: Query): string {
  const names = columns.map(({ name, type }) => `${quoteData(name)} ${type}`).join(", ");
  const parameters = Object.keys(params)
    .map((name) => `$${name}`)
    .join(", ");
  return `${id} ${quoteData(title)} version ${version} of ${sourceId}: ${names}${parameters && ` (takes ${parameters})`}`;
}

/** Saved queries with their columns, so that a widget can be plotted without asking (V1); then what others changed (V3). */
export function createQueriesView(queries: Queries, changes: Changes): WorkingView {
  async function renderBase(request: ViewRequest) {
    const all = inOrder(await queries.list(request.ownerId), request);
    const base: Record<string, number> = {};
    const lines: string[] = [];
    let used = 0;
    for (const query of all) {
      const line = renderLine(query);
      if (used + line.length > baseCharacters) break;
      used += line.length;
      lines.push(line);
      base[query.id] = query.version;
    }
    const left = all.length - lines.length;
    if (left > 0) lines.push(`and ${left} more, which sql-workbench___list_queries shows.`);
    const text =
      lines.length > 0 ? ["Saved queries:", ...lines].join("\n") : "There are no saved queries yet.";
    return { base, text };
  }

  return {
    limit: 6_000,
    async render(request) {
      if (request.mark === undefined) {
        const { base, text } = await renderBase(request);
        const mark = { base, seen: base };
        // Left out of the first call, it is too late for a base.
        return request.firstCall ? { base: text, mark } : { changes: text, mark };
      }
      const { base } = parseMark(request.mark);
      const since = await changes.sinceEach(request.ownerId, base);
      const mark = { base, seen: seenVersions(base, since) };
      const others = since.filter((change) => change.invocationId !== request.invocationId);
      if (others.length === 0) return { mark };
      const now = await queries.getMany(
        request.ownerId,
        others.map((change) => change.subjectId),
      );
      const lines = others.map((change) => `${change.subjectId} ${renderChange(change)}`);
      const current = Array.from(now.values(), (query) => {
        return `as it is now: ${renderLine(query)}; SQL ${quoteData(query.sql.slice(0, sqlCharacters))}`;
      });
      return { changes: ["Queries changed by others:", ...lines, ...current].join("\n"), mark };
    },
  };
}
