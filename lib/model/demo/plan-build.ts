import type { WidgetKind } from "@/lib/dashboards/schema";
import { readComparison } from "@/lib/model/demo/comparison";
import { composeDashboard, composeWidget, type Sketch } from "@/lib/model/demo/compose";
import { planDrawing } from "@/lib/model/demo/draw";
import { describeTables, exploreTables } from "@/lib/model/demo/explore";
import { isLeaving } from "@/lib/model/demo/find-metric";
import { can, type Known, lastCall } from "@/lib/model/demo/known";
import { call, type Move, planned, say } from "@/lib/model/demo/move";
import { object, objects, textAt } from "@/lib/model/demo/read-json";
import { type Resolution, type Resolved, resolve } from "@/lib/model/demo/resolve";
import { answerBuilt, asked, offers } from "@/lib/model/demo/say";
import type { SubjectRequest } from "@/lib/model/demo/subject";
import type { Table } from "@/lib/model/demo/table";
import { askWhich } from "@/lib/model/demo/target";
import { tool } from "@/lib/model/demo/tools";
import type { JsonObject } from "@/lib/shared/json";

export type BuildRequest = {
  request: SubjectRequest;
  chart: WidgetKind | undefined;
  report: boolean;
  extend: boolean;
};

/** Saves the queries, makes a dashboard unless there is one to extend, has it drawn, and says what came of it. */
export function planBuild(known: Known, wanted: BuildRequest): Move {
  const exploring = exploreTables(known);
  if (exploring) return exploring;
  if (wanted.request.measures.length === 0 && wanted.request.by.length === 0) return asked(known);
  const found = resolveAll(known, wanted.request);
  const first = found.find((one) => one.kind !== "found");
  if (first) return describeTables(known, known.tables) ?? offers(known, first);
  // What counts as leaving is mostly a value in some column: look before choosing.
  const leaving = !wanted.extend && wanted.request.measures.some(isLeaving);
  const looking =
    leaving && !lastCall(known, tool.createQueries)
      ? describeTables(known, tablesOfLeaving(known.tables))
      : undefined;
  if (looking) return looking;
  const resolved = found.flatMap((one) => (one.kind === "found" ? [one.resolved] : []));
  if (wanted.extend) {
    const board = known.board;
    if (board) return planSteps(known, resolved, wanted, sketchesFor(known, resolved, wanted), board);
    if (!lastCall(known, tool.listBoards) && can(known, tool.listBoards))
      return call("I'll look for the dashboard.", planned(tool.listBoards, {}));
    if (known.boards.length > 1)
      return say(askWhich({ titles: known.boards.map((one) => one.title) }, "dashboard"));
  }
  const tables = resolved.flatMap(({ metric, dimensions }) => [
    metric.table,
    ...dimensions.map((one) => one.table),
  ]);
  const describing = lastCall(known, tool.createQueries)
    ? undefined
    : describeTables(known, [...new Set(tables)]);
  return describing ?? planSteps(known, resolved, wanted, sketchesFor(known, resolved, wanted), undefined);
}

/** Where it may be told who left: what its columns say of themselves is enough to know that. */
function tablesOfLeaving(tables: readonly Table[]): Table[] {
  const says = (names: RegExp) =>
    tables.filter(({ columns }) => columns.some(({ name }) => names.test(name)));
  const told = says(leavingNames).length > 0 ? says(leavingNames) : says(/status|state$|stage|active/i);
  return told.length > 0 ? told : [...tables];
}

const leavingNames = /churn|cancel|lost|left|movement|lifecycle|expired/i;

function resolveAll(known: Known, request: SubjectRequest): Resolution[] {
  const comparison = readComparison(request, known.tables);
  if (comparison) return [resolve(comparison, known.tables)];
  const { period } = request;
  // "by region" alone is about how many.
  const measures = request.measures.length > 0 ? request.measures : request.by.slice(0, 1);
  const by = request.measures.length > 0 ? request.by : [];
  const separately = measures.map((measure) => resolve({ measure, by, period }, known.tables));
  return separately.length > 1 && separately.some((one) => one.kind === "nothing")
    ? [resolve({ measure: measures.flat(), by, period }, known.tables)]
    : separately;
}

function sketchesFor(known: Known, resolved: Resolved[], { request, chart, extend }: BuildRequest): Sketch[] {
  const whole = !extend && !chart;
  return resolved.flatMap((one) =>
    whole ? composeDashboard(one, known.tables, request.top) : [composeWidget(one, chart, request.top)],
  );
}

function planSteps(
  known: Known,
  resolved: Resolved[],
  wanted: BuildRequest,
  sketches: Sketch[],
  extended: { id: string; title: string } | undefined,
): Move {
  const saved = lastCall(known, tool.createQueries);
  if (!saved) return saveQueries(sketches, extended?.title);
  const created = objects(object(saved.result)?.created);
  if (created.length === 0) return say(`I couldn't save the queries: ${saved.text ?? "no reason was given"}`);
  const made = extended ?? madeBoard(known);
  if (!made) {
    const failed = lastCall(known, tool.createBoard);
    if (failed) return say(`I couldn't make the dashboard: ${failed.text ?? "no reason was given"}`);
    return startBoard(resolved, sketches, wanted);
  }
  const drawn = sketches.flatMap((sketch) => {
    const query = created.find((one) => textAt(one, "title") === sketch.title);
    const id = query && textAt(query, "query_id");
    return id ? [{ ...sketch, queryId: id }] : [];
  });
  return planDrawing(known, made, drawn, extended !== undefined) ?? answerBuilt(known, resolved, made, drawn);
}

function saveQueries(sketches: Sketch[], board: string | undefined): Move {
  const queries = sketches.map(
    ({ title, written, sourceId }): JsonObject => ({
      title,
      sql: written.sql,
      ...(sourceId && { source_id: sourceId }),
    }),
  );
  const what = sketches.length === 1 ? `the query “${sketches[0]?.title}”` : `${sketches.length} queries`;
  const where = board ? ` for “${board}”` : "";
  return call(`I'll save ${what}${where}.`, planned(tool.createQueries, { queries }));
}

/** The dashboard and, at the same time, the rows that the answer will cite. */
function startBoard(resolved: Resolved[], sketches: Sketch[], { report }: BuildRequest): Move {
  const named = sketches.find((sketch) => sketch.kind !== "number") ?? sketches[0];
  const title =
    resolved.length === 1
      ? (named?.title ?? "Dashboard")
      : resolved.map((one) => sketchName(one)).join(" and ");
  return call(
    "",
    planned(tool.createBoard, { title, ...(report && { report }) }),
    ...(named ? [planned(tool.runSql, { sql: named.written.sql, source_id: named.sourceId })] : []),
  );
}

const sketchName = ({ metric }: Resolved): string =>
  metric.label.replace(/^./, (letter) => letter.toUpperCase());

function madeBoard(known: Known): { id: string; title: string } | undefined {
  const made = lastCall(known, tool.createBoard);
  const result = made && !made.failed ? object(made.result) : undefined;
  const id = result && textAt(result, "dashboard_id");
  return result && id ? { id, title: textAt(result, "title") ?? "" } : undefined;
}
