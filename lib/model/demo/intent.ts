import type { WidgetKind } from "@/lib/dashboards/schema";
import { everything } from "@/lib/model/demo/filter-sql";
import { foreignAnswer } from "@/lib/model/demo/languages";
import { parseSubject, type SubjectRequest } from "@/lib/model/demo/subject";
import { says, wordsOf } from "@/lib/model/demo/words";

export type Place =
  | "top"
  | "bottom"
  | "left"
  | "right"
  | "wider"
  | "narrower"
  | "taller"
  | "shorter"
  | "full";

/** What a person wants, as far as rules can tell. Targets are words: which widget they mean is for the planner. */
export type Intent =
  | { kind: "data"; about: string[] }
  | { kind: "build"; request: SubjectRequest; chart: WidgetKind | undefined; report: boolean }
  | { kind: "add"; request: SubjectRequest; chart: WidgetKind | undefined }
  | { kind: "rename"; target: string; title: string }
  | { kind: "change-kind"; target: string; to: WidgetKind }
  | { kind: "move"; target: string; place: Place }
  | { kind: "remove"; target: string }
  | { kind: "filter"; by: string[]; value: string | undefined }
  | { kind: "explain"; target: string }
  | { kind: "question"; request: SubjectRequest }
  | { kind: "undo" }
  | { kind: "why"; request: SubjectRequest }
  | { kind: "courtesy"; thanks: boolean }
  | { kind: "language"; answer: string }
  | { kind: "list" }
  | { kind: "help" };

/** A request is in its first words; all of a pasted text would keep the server from its other work. */
const longestRead = 4_000;

/** Reads a request; typing mistakes in the words that matter are allowed. */
export function readIntent(message: string): Intent {
  const read = message.slice(0, longestRead);
  const text = read
    .replace(/\s+/g, " ")
    .replace(/[?!.\s]+$/, "")
    .trim();
  const words = wordsOf(text);
  return (
    readCourtesy(text) ??
    readLanguage(text, words) ??
    readUndo(text) ??
    readRename(text, words) ??
    readMove(text, words) ??
    readChart(text, words) ??
    readClear(text) ??
    readRemove(text, words) ??
    readFilter(text, words) ??
    readList(words) ??
    readAboutData(words) ??
    readAdd(text, words) ??
    readWhy(text) ??
    readExplain(text, words) ??
    readQuestion(read, words) ??
    readBuild(text, words) ?? { kind: "help" }
  );
}

function readCourtesy(text: string): Intent | undefined {
  if (
    /^(?:(?:ok(?:ay)?|great|perfect|cool|nice|super|awesome|lovely|good)[,! ]*)*(?:many )?(?:thanks|thank you|thx|cheers|great|perfect|cool|nice|awesome|ok(?:ay)?|lovely)\b[^a-z]*(?:a lot|so much|very much|all|job|work)?[^a-z]*$/i.test(
      text,
    )
  )
    return { kind: "courtesy", thanks: true };
  return /^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: there| kaboo| you| everyone)?[^a-z]*$/i.test(
    text,
  )
    ? { kind: "courtesy", thanks: false }
    : undefined;
}

function readLanguage(text: string, words: readonly string[]): Intent | undefined {
  const answer = foreignAnswer(text, words);
  return answer === undefined ? undefined : { kind: "language", answer };
}

/** Only what was just done; which widget to bring back among many is not for rules. */
function readUndo(text: string): Intent | undefined {
  const asks =
    /^(?:please |can you |could you )*(?:undo|revert|roll ?back|bring (?:it|that|them) back|put (?:it|that|them) back|take (?:it|that) back|restore (?:it|that))\b/i;
  return asks.test(text) ? { kind: "undo" } : undefined;
}

/** "Why did churn rise in LATAM": a measure and what became of it. What is on the canvas is explained instead. */
function readWhy(text: string): Intent | undefined {
  const asked =
    /^(?:so |and |but )?(?:why|what (?:drives|drove|caused|causes)|how come|what is (?:driving|causing))\b(.*)$/i.exec(
      text,
    );
  const moved =
    /\b(?:rise|rising|rose|risen|fall|falling|fell|drop\w*|grow\w*|grew|increas\w*|decreas\w*|declin\w*|go(?:ing|es)? (?:up|down)|went (?:up|down)|so (?:high|low|bad|good|many|few|much)|(?:higher|lower|worse|better|high|low))\b/i;
  const causes = /^(?:so |and |but )?what (?:is )?(?:dr|caus)/i.test(text);
  if (!asked || !(moved.test(text) || causes)) return undefined;
  const subject = (asked[1] ?? "")
    .replace(moved, " ")
    .replace(/\b(?:did|does|do|is|are|was|were|has|have|our|so)\b/gi, " ");
  return { kind: "why", request: parseSubject(subject) };
}

function readRename(text: string, words: readonly string[]): Intent | undefined {
  if (!says(words, "rename", "retitle", "call", "name", "title")) return undefined;
  const quoted = /["“”'‘’](.+?)["“”'‘’]?$/;
  const first = words.findIndex((word) => says([word], "rename", "retitle"));
  const renaming =
    /\b(?:change|set|edit)\s+(?:the\s+)?(?:title|name)(?:\s+of)?\s*(.*?)\s*\bto\s+(.+)$/i.exec(text) ??
    (first >= 0
      ? /^.*?\b\w*(?:name|nmae|naem|title)\w*\s+(.+?)\s+(?:to|as|into)\s+(.+)$/i.exec(text)
      : null) ??
    /\b(?:call|name)\s+(it|this|that|(?:the|this|that)\s+(?:\w+\s+)?(?:dashboard|board|chart|widget|table|graph|query))\s+(.+)$/i.exec(
      text,
    );
  if (!renaming) return undefined;
  const title = renaming[2] ?? "";
  return { kind: "rename", target: renaming[1] ?? "", title: unquote(quoted.exec(title)?.[1] ?? title) };
}

const unquote = (text: string): string => text.replace(/^["“”'‘’\s]+|["“”'‘’\s]+$/g, "");

const places: [RegExp, Place][] = [
  [/\bfull[- ]width|\bwhole (?:row|width)/i, "full"],
  [/\b(?:wider|bigger|larger|enlarge|broader)\b/i, "wider"],
  [/\b(?:narrower|smaller)\b/i, "narrower"],
  [/\b(?:taller|higher up in size)\b/i, "taller"],
  [/\bshorter\b/i, "shorter"],
  [/\b(?:top|first|above|up|upwards|start)\b/i, "top"],
  [/\b(?:bottom|last|below|down|end|underneath)\b/i, "bottom"],
  [/\bleft\b/i, "left"],
  [/\bright\b/i, "right"],
];

function readMove(text: string, words: readonly string[]): Intent | undefined {
  const place = places.find(([pattern]) => pattern.test(text))?.[1];
  const moving = says(words, "move", "shift", "drag", "swap", "place") || /^(?:please )?put\b/i.test(text);
  const resizing = place !== undefined && ["full", "wider", "narrower", "taller", "shorter"].includes(place);
  if (!moving && !resizing) return undefined;
  if (place === undefined) return undefined;
  const target = text
    .replace(/^.*?\b(?:move|mvoe|moev|shift|drag|swap|place|put|make|let)\b/i, "")
    .replace(
      /\b(?:to|at|on|onto|in|into|be|a bit|much)?\s*(?:the\s+)?(?:very\s+)?(?:full[- ]width|top|bottom|left|right|first|last|above|below|up|down|wider|bigger|larger|narrower|smaller|taller|shorter|end|start)\b.*$/i,
      "",
    );
  return { kind: "move", target: target.trim(), place };
}

const kindWords: [WidgetKind, string[]][] = [
  ["line", ["line", "lines", "linechart"]],
  ["area", ["area"]],
  ["bar", ["bar", "bars", "column", "columns", "barchart", "histogram"]],
  ["pie", ["pie", "donut", "doughnut"]],
  ["scatter", ["scatter", "scatterplot"]],
  ["heatmap", ["heatmap", "heat"]],
  ["funnel", ["funnel"]],
  ["pivot", ["pivot"]],
  ["table", ["table", "grid", "list"]],
  ["number", ["number", "kpi", "card", "figure"]],
];

/** The chart a request names: "as a pie", "a line chart". */
function chartIn(text: string): WidgetKind | undefined {
  const named =
    /\b(?:as|into|to|in|be|make it|a|an)\s+(?:an?\s+)?(?:\w+\s+)?(\w+)(?:\s+(?:chart|graph|plot|map|widget))?\s*(?:instead|please)?$/i.exec(
      text,
    );
  const charted = /\b(\w+)\s*(?:chart|graph|plot)\b/i.exec(text);
  for (const word of [charted?.[1], named?.[1]]) {
    const found =
      word && kindWords.find(([, names]) => names.some((name) => says([word.toLowerCase()], name)));
    if (found) return found[0];
  }
  return undefined;
}

const pointing =
  /^(?:it|this|that|them|these|one|(?:the|this|that|my)\s+(?:last\s+|new\s+|selected\s+)?(?:chart|widget|graph|plot|one|visual|figure|number))$/i;

/** "Make it a line chart", "turn churn by region into a table". */
function readChart(text: string, words: readonly string[]): Intent | undefined {
  const to = chartIn(text);
  if (!to || !says(words, "make", "turn", "change", "switch", "convert", "show", "draw", "display", "want"))
    return undefined;
  const target = text
    .replace(/^.*?\b(?:make|turn|change|switch|convert|show|draw|display|want)\b\s*(?:me\s+)?/i, "")
    .replace(
      /\s*\b(?:into|in to|to be|to|as|be)?\s*(?:an?\s+)?\w+(?:\s+(?:chart|graph|plot|map|widget))?\s*(?:instead|please)?$/i,
      "",
    )
    .trim();
  const converting = says(words, "turn", "change", "switch", "convert") || pointing.test(target);
  return converting ? { kind: "change-kind", target: target || "it", to } : undefined;
}

function readRemove(text: string, words: readonly string[]): Intent | undefined {
  const idiom = /^.*?\b(?:get rid of|take (?:off|away|out)|throw (?:out|away))\s+(.*)$/i.exec(text)?.[1];
  const opening = words
    .slice(0, 5)
    .find((word) => says([word], "remove", "delete", "drop", "erase", "discard"));
  if (idiom === undefined && opening === undefined) return undefined;
  const at = opening === undefined ? -1 : text.toLowerCase().indexOf(opening);
  const target = idiom ?? text.slice(at + (opening?.length ?? 0)).trim();
  return { kind: "remove", target: target.replace(/\s+from\s+(?:it|the|this)\b.*$/i, "") };
}

/** "Clear the filter", "remove the region filter", "show everything again". */
function readClear(text: string): Intent | undefined {
  const named =
    /^(?:please )?(?:clear|reset|remove|drop|delete) (?:the |all |my |all the )*(?:([\w ]+?) )?filters?$/i.exec(
      text,
    );
  const shown = /^(?:please )?(?:only|show(?: me)?) (?:all|everything)(?: of (?:it|them))?(?: again)?$/i.test(
    text,
  );
  return named || shown ? { kind: "filter", by: wordsOf(named?.[1] ?? ""), value: everything } : undefined;
}

function readFilter(text: string, words: readonly string[]): Intent | undefined {
  const choosing = /\b(?:let me|i want to|so i can)\s+(?:choose|pick|select|switch)\b/i.test(text);
  const asks = says(words, "filter", "filters", "filtered", "dropdown", "variable", "slicer") || choosing;
  const only = /^(?:please )?(?:only|just)(?: show)?(?: me)?(?: for)?\s+(.+)$/i.exec(text);
  if (!asks && !only) return undefined;
  const chosen = /\b(?:to|is|=|equals)\s+["“']?([\w .-]+?)["”']?$/i.exec(text)?.[1];
  const by = /\b(?:by|on|for|of|the)\s+([\w ]+?)(?:\s+(?:filter|variable|dropdown|to|is|=|equals).*)?$/i.exec(
    text,
  )?.[1];
  const said = wordsOf(by ?? only?.[1] ?? text).filter(
    (word) => !filterWords.has(word) && !says([word], "filter", "dashboard"),
  );
  return { kind: "filter", by: said, value: only?.[1] ?? chosen };
}

const filterWords = new Set(
  "add a an the by to on for of let me choose pick select it this dashboard board with variable dropdown filter i want so can make put in".split(
    " ",
  ),
);

function readList(words: readonly string[]): Intent | undefined {
  const asks = says(words, "which", "what", "list", "show") && words.length <= 8;
  const things = words.some((word) => /^(dashboards|boards|queries)$/.test(word));
  return asks && things && !words.includes("by") ? { kind: "list" } : undefined;
}

function readAboutData(words: readonly string[]): Intent | undefined {
  const about = says(
    words,
    "data",
    "tables",
    "dataset",
    "datasets",
    "columns",
    "fields",
    "sources",
    "schema",
    "describe",
  );
  const asks =
    says(words, "what", "which", "list", "describe", "have", "available", "tell", "any", "overview") ||
    words.length <= 3;
  if (!about || !asks || says(words, "dashboard", "chart") || words.includes("by")) return undefined;
  return { kind: "data", about: words.filter((word) => !dataWords.has(word)) };
}

const dataWords = new Set(
  "what which data table tables column columns field fields is are in the there here do does have has we you i me my can see show tell list about describe of for any available dataset datasets sources source schema exist exists got to work with a an all us know please".split(
    " ",
  ),
);

function readAdd(text: string, words: readonly string[]): Intent | undefined {
  const adding = words
    .slice(0, 4)
    .some((word) => ["add", "ad", "include", "append", "also", "plus"].includes(word));
  if (!adding && !/\b(?:add|put|include)\b.+\b(?:to|on|in)\s+(?:it|the|this|that|my)\b/i.test(text))
    return undefined;
  const request = parseSubject(text);
  return { kind: "add", request, chart: chartIn(text) };
}

function readExplain(text: string, words: readonly string[]): Intent | undefined {
  const asks =
    says(words, "explain", "meaning") ||
    /\b(?:what does|what do|how (?:is|was|are|were|do you|did you)|where (?:does|do|did)|why|what'?s behind|what is (?:this|that)|how come)\b/i.test(
      text,
    );
  if (!asks || /\bhow (?:many|much)\b/i.test(text)) return undefined;
  const target = text
    .replace(
      /^.*?\b(?:explain|explian|exlpain|what does|what do|how (?:is|was|are|were|do you|did you)|where (?:does|do|did)|why (?:is|are|did|does|was|do)|why|what'?s behind|what is|how come)\b/i,
      "",
    )
    .replace(/\b(?:mean|come from|calculated|computed|worked out|measured|count(?:ed)?)\b.*$/i, "");
  return { kind: "explain", target: target.trim() };
}

function readQuestion(message: string, words: readonly string[]): Intent | undefined {
  const opens =
    /^(?:(?:so|and|but|ok|please|tell me|do you know)[, ]+)*(?:how (?:many|much)|what(?:'s| is| was| are| were)|which|who|when|where)\b/i.test(
      message.trim(),
    );
  if (!opens || says(words, "dashboard", "chart", "graph")) return undefined;
  return { kind: "question", request: parseSubject(message.replace(/[?!.\s]+$/, "")) };
}

function readBuild(text: string, words: readonly string[]): Intent | undefined {
  if (
    /^(?:hi|hello|hey|thanks|thank you|help|ok|okay|good (?:morning|evening))\b/i.test(text) &&
    words.length <= 4
  )
    return undefined;
  return { kind: "build", request: parseSubject(text), chart: chartIn(text), report: says(words, "report") };
}
