import { planTask, readTask } from "@/lib/model/demo/draw";
import { exploreTables } from "@/lib/model/demo/explore";
import { readIntent } from "@/lib/model/demo/intent";
import { can, drawerOf, type Known, lastCall } from "@/lib/model/demo/known";
import { nameFit } from "@/lib/model/demo/match-phrase";
import { call, type Move, planned, say } from "@/lib/model/demo/move";
import { planBuild } from "@/lib/model/demo/plan-build";
import { planEdit } from "@/lib/model/demo/plan-edit";
import { planFilter } from "@/lib/model/demo/plan-filter";
import { planExplain, planQuestion } from "@/lib/model/demo/plan-question";
import { planUndo } from "@/lib/model/demo/plan-undo";
import { planWhy } from "@/lib/model/demo/plan-why";
import { tellAbilities, tellCourtesy, tellLanguage, tellTables } from "@/lib/model/demo/say";
import { tool } from "@/lib/model/demo/tools";
import { wordsOf } from "@/lib/model/demo/words";

/** The next move, from one prompt alone (T6). */
export function plan(known: Known): Move {
  if (!drawerOf(known) && can(known, tool.plot)) {
    const task = readTask(known);
    if (task) return planTask(known, task);
  }
  const intent = readIntent(known.message);
  switch (intent.kind) {
    case "data":
      return exploreTables(known) ?? tellTables(known, intent.about);
    case "build":
      return planShow(known, intent);
    case "add":
      return planBuild(known, { ...intent, report: false, extend: true });
    case "rename":
    case "change-kind":
    case "move":
    case "remove":
      return planEdit(known, intent);
    case "filter":
      return planFilter(known, intent.by, intent.value);
    case "explain":
      return planExplain(known, intent.target);
    case "question":
      return planQuestion(known, intent.request);
    case "undo":
      return planUndo(known);
    case "why":
      return planWhy(known, intent.request);
    case "courtesy":
      return exploreTables(known) ?? tellCourtesy(known, intent.thanks);
    case "language":
      return exploreTables(known) ?? tellLanguage(known, intent.answer);
    case "list":
      return planList(known);
    case "help":
      return exploreTables(known) ?? tellAbilities(known);
    default:
      return intent satisfies never;
  }
}

type BuildIntent = Extract<ReturnType<typeof readIntent>, { kind: "build" }>;

/** "Make churn by region a pie" is a change when that widget is on the canvas, a new one otherwise. */
function planShow(known: Known, intent: BuildIntent): Move {
  const { chart, request } = intent;
  const words = [...request.measures, ...request.by].flat();
  const shown = known.board?.widgets.find((widget) => nameFit(words, widget.title) > 0.9);
  if (
    chart &&
    shown &&
    wordsOf(known.message).slice(0, 2).includes("make") &&
    !lastCall(known, tool.createQueries)
  )
    return planEdit(known, { kind: "change-kind", target: shown.title, to: chart });
  const wantsBoard = /\b(?:dash\w*|board|report)\b/i.test(known.message);
  if (words.length === 0 && !wantsBoard) return exploreTables(known) ?? tellAbilities(known);
  return planBuild(known, { ...intent, extend: false });
}

function planList(known: Known): Move {
  const listed = /quer/i.test(known.message) ? tool.listQueries : tool.listBoards;
  const done = lastCall(known, listed);
  if (!done && can(known, listed)) return call("", planned(listed, {}));
  if (!done) return tellAbilities(known);
  const names = listed === tool.listBoards ? known.boards : known.queries;
  if (names.length === 0)
    return say(
      listed === tool.listBoards ? "There are no dashboards yet." : "There are no saved queries yet.",
    );
  const lines = names.map(
    ({ id, title }) => `- [${title}](?${listed === tool.listBoards ? "board" : "query"}=${id})`,
  );
  return say(`There ${names.length === 1 ? "is" : "are"} ${names.length}:\n\n${lines.join("\n")}`);
}
