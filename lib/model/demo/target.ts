import type { Known, KnownBoard, KnownWidget } from "@/lib/model/demo/known";
import { nameFit } from "@/lib/model/demo/match-phrase";
import { wordsOf } from "@/lib/model/demo/words";

export type Target =
  | { kind: "widget"; board: KnownBoard; widget: KnownWidget }
  | { kind: "board"; board: KnownBoard }
  | { kind: "unclear"; titles: string[] };

const boardWords = /\b(?:dashb\w+d|board|report|page|canvas)\b/i;
const pronoun = /^(?:it|this|that|them|one|these|those)?$/i;
const kinds = [
  "line",
  "area",
  "bar",
  "pie",
  "scatter",
  "heatmap",
  "funnel",
  "table",
  "pivot",
  "number",
  "text",
];

/**
 * Which widget, or the whole dashboard, the words mean: the one named, else the one selected or last worked on; with
 * `main` of several the one that the dashboard is about.
 */
export function findTarget(known: Known, words: string, fallback: "widget" | "main" | "board"): Target {
  const board = namedBoard(known, words) ?? known.board;
  if (!board) return { kind: "unclear", titles: known.boards.map((one) => one.title) };
  const phrase = words
    .replace(/\b(?:the|my|please|widget|chart|graph|plot|called|named)\b/gi, " ")
    .replace(/["“”']/g, " ")
    .trim();
  const named = bestWidget(board, phrase);
  if (named) return { kind: "widget", board, widget: named };
  if (boardWords.test(words)) return { kind: "board", board };
  if (
    !pronoun.test(phrase) &&
    wordsOf(phrase).length > 0 &&
    !kinds.some((kind) => wordsOf(phrase).includes(kind))
  )
    return { kind: "unclear", titles: board.widgets.map((widget) => widget.title) };
  const pointsAtChart = /\b(?:chart|widget|graph|plot)\b/i.test(words);
  if (fallback === "board" && !pointsAtChart && !known.selected) return { kind: "board", board };
  const focused = board.widgets.filter((widget) => known.widgetIds.includes(widget.id));
  const alone = focused.length === 1 ? focused[0] : board.widgets.length === 1 ? board.widgets[0] : undefined;
  const only = alone ?? (fallback === "main" && !known.selected ? mainWidget(board) : undefined);
  if (only) return { kind: "widget", board, widget: only };
  if (fallback === "board" && !pointsAtChart) return { kind: "board", board };
  return {
    kind: "unclear",
    titles: (focused.length > 1 ? focused : board.widgets).map((widget) => widget.title),
  };
}

/** The widget that the dashboard is named after was the one asked for; the others came with it. */
const mainWidget = (board: KnownBoard): KnownWidget | undefined =>
  board.widgets.find((widget) => widget.title === board.title);

function bestWidget(board: KnownBoard, phrase: string): KnownWidget | undefined {
  const said = wordsOf(phrase);
  if (said.length === 0 || pronoun.test(phrase)) return undefined;
  const scored = board.widgets
    .map((widget) => ({ widget, score: scoreOf(widget, said) }))
    .toSorted((a, b) => b.score - a.score);
  const [first, second] = scored;
  if (!first || first.score < 0.6) return undefined;
  // One word that several titles have, such as "churn", names none of them.
  if (said.length === 1 && first.score < 2 && second && second.score >= 0.6) return undefined;
  return second && first.score - second.score < 0.03 ? undefined : first.widget;
}

function scoreOf(widget: KnownWidget, said: readonly string[]): number {
  const title = wordsOf(widget.title);
  if (title.join(" ") === said.join(" ")) return 2;
  const kind = widget.kind && said.includes(widget.kind) ? 0.7 : 0;
  const words = said.filter((word) => !kinds.includes(word));
  return Math.max(kind, words.length > 0 ? nameFit(words, widget.title) + kind / 5 : 0);
}

function namedBoard(known: Known, words: string): KnownBoard | undefined {
  const id = /\bd_\w+/.exec(words)?.[0];
  return known.boards.find(
    (board) =>
      board.id === id ||
      (board.title !== "" &&
        words.toLowerCase().includes(board.title.toLowerCase()) &&
        boardWords.test(words)),
  );
}

/** The question that an unclear target asks for. */
export function askWhich(target: { titles: string[] }, what: string): string {
  const titles = target.titles.filter((title) => title !== "").map((title) => `“${title}”`);
  if (titles.length === 0) return `There is no ${what} yet. Say for example “show me churn by region”.`;
  return `Which ${what} do you mean: ${titles.join(", ")}?`;
}
