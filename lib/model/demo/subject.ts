import { tellingWords } from "@/lib/model/demo/match-phrase";
import { cutPeriod, type Period } from "@/lib/model/demo/period";
import { isTypo, wordsOf } from "@/lib/model/demo/words";

/** One or more measures, what they are split by, and whether only the ends of the order are wanted. */
export type SubjectRequest = {
  measures: string[][];
  by: string[][];
  top: number | undefined;
  /** Which end was asked for: "the lowest", "fewest". */
  ascending: boolean;
  extreme: boolean;
  period?: Period | undefined;
};

const splitter =
  /\s+(?:split by|broken down by|grouped by|break(?:down)? by|for each|by each|by|per|across|over)\s+/i;
const joiner = /\s*(?:,|&|\band\b|\bas well as\b|\bvs\.?\b|\bversus\b|\bplus\b)\s*/i;

/** Words of asking that name nothing in the data. */
const asking = new Set(
  "add ad also include append put please show me us give build create make draw plot chart graph visualize visualise display analyze analyse compare dashboard board report see i want need would like can could you a an the of about for on with to it this that my our new some widget widgets one as into in is are was were there how many much what whats which who has have had do does did tell let get know and again too overview look at break down list now just using from table us".split(
    " ",
  ),
);
const kinds = new Set(
  "line bar pie donut area table scatter heatmap funnel pivot kpi number card chart".split(" "),
);

/** "churn and revenue by region" as measures and splits; "top 5 products by revenue" and "which region has most" turned. */
export function parseSubject(text: string): SubjectRequest {
  const { rest, period } = cutPeriod(text);
  const clean = withoutChart(rest);
  const top = /\b(?:top|best|biggest|largest|highest|worst|bottom|lowest|first)\s+(\d+)\b/i.exec(clean);
  const ascending = /\b(?:lowest|fewest|least|worst|bottom|smallest|slowest)\b/i.test(clean);
  const ranked = /\b(?:top|best|biggest|largest|worst|bottom)\b\s*\d*\s*(.+?)\s+by\s+(.+)$/i.exec(clean);
  const which =
    /\b(?:which|what|who)\s+(.+?)\s+(?:has|have|had|gets?|brings?|makes?|made|is|are|sells?|sold)\b.*?\b(?:the\s+)?(?:highest|most|best|biggest|largest|lowest|fewest|least|worst|smallest)\s+(.+)$/i.exec(
      clean,
    );
  const turned = which ?? ranked;
  const common = {
    top: top?.[1] ? Number(top[1]) : undefined,
    ascending,
    extreme: which !== null || ranked !== null,
    period,
  };
  if (turned) return { ...common, measures: phrases(turned[2] ?? ""), by: phrases(turned[1] ?? "") };
  const [measure = "", ...by] = clean.split(splitter);
  const measures = phrases(measure);
  const time = measures.flatMap((words) => words.filter((word) => timeWords.has(word)));
  return {
    ...common,
    measures: measures
      .map((words) => words.filter((word) => !timeWords.has(word)))
      .filter((words) => words.length > 0),
    by: [...by.flatMap(phrases), ...(by.length === 0 && time[0] ? [[time[0]]] : [])],
  };
}

const timeWords = new Set("daily weekly monthly quarterly yearly annual trend trends".split(" "));

/** The request without the chart it names and what it is added to. */
function withoutChart(text: string): string {
  return text
    .replace(
      /\b(?:to|on|onto|in|into)\s+(?:it|the|this|that|my)(?:\s+\w+)?\s*(?:dashboard|board|canvas|page)?\s*(?:as well|too|please)?$/i,
      "",
    )
    .replace(
      /\b(?:as|in|with|using)\s+an?\s+(?:\w+\s+)?(?:chart|graph|plot|table|line|bar|pie|donut|heatmap|number|area)(?:\s+chart)?\b/gi,
      "",
    )
    .replace(/\b(?:over time)\b/gi, "by time");
}

function phrases(text: string): string[][] {
  return text
    .split(joiner)
    .map((phrase) => wordsOf(phrase).filter((word) => !isAsking(word)))
    .map((words) => (words.length > 1 ? words.filter((word) => !kinds.has(word)) : words))
    .filter((words) => tellingWords(words).length > 0 || words.includes("number"));
}

const isAsking = (word: string): boolean =>
  asking.has(word) || (word.length > 6 && ["dashboard", "visualize"].some((one) => isTypo(word, one)));
