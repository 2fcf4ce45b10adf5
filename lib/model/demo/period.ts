export type Grain = "day" | "week" | "month" | "quarter" | "year";

/** A stretch of time that a request names, counted back from the newest row: old files have a last year, too. */
export type Period =
  /** `count` whole calendar spans, of which the newest is `back` spans ago. */
  | { label: string; grain: Grain; back: number; count: number }
  | { label: string; from: string; until?: string };

const spans = "(day|week|month|quarter|year)";
const counted = new RegExp(
  `\\b(?:in |over |for |during )?(?:the )?(?:last|past) (\\d{1,3}) ${spans}s?\\b`,
  "i",
);
const single = new RegExp(`\\b(?:in |over |for |during )?(last|past|previous|this|current) ${spans}\\b`, "i");
const since = /\bsince (?:the start of )?(20\d\d|19\d\d)\b/i;
const within = /\b(?:in|during|for) (20\d\d|19\d\d)\b/i;

/** The period in a text, and the text without it. */
export function cutPeriod(text: string): { rest: string; period: Period | undefined } {
  for (const [pattern, read] of readers) {
    const found = pattern.exec(text);
    if (!found) continue;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    return { rest: rest.replace(/\s+/g, " ").trim(), period: read(found) };
  }
  return { rest: text, period: undefined };
}

const readers: [RegExp, (found: RegExpExecArray) => Period][] = [
  [
    counted,
    ([, count = "1", grain = ""]) => {
      const span = grainFrom(grain);
      return { label: `last ${count} ${span}s`, grain: span, back: 0, count: Number(count) };
    },
  ],
  [
    single,
    ([, which = "", grain = ""]) => {
      const span = grainFrom(grain);
      const current = /this|current/i.test(which);
      return { label: `${current ? "this" : "last"} ${span}`, grain: span, back: current ? 0 : 1, count: 1 };
    },
  ],
  [since, ([, year = ""]) => ({ label: `since ${year}`, from: `${year}-01-01` })],
  [
    within,
    ([, year = ""]) => ({ label: `in ${year}`, from: `${year}-01-01`, until: `${Number(year) + 1}-01-01` }),
  ],
];

function grainFrom(word: string): Grain {
  const known: Grain[] = ["day", "week", "month", "quarter", "year"];
  return known.find((grain) => grain === word.toLowerCase()) ?? "month";
}

/** The condition as SQL, on a column of a table, both written as identifiers. */
export function periodSql(period: Period, table: string, column: string): string {
  const own = `${table}.${column}`;
  if ("from" in period) {
    const until = period.until ? ` and ${own} < date '${period.until}'` : "";
    return `${own} >= date '${period.from}'${until}`;
  }
  const { grain, back, count } = period;
  const start = (spansBack: number) => {
    const length = grain === "quarter" ? `${3 * spansBack} month` : `${spansBack} ${grain}`;
    const shift = spansBack === 0 ? "" : ` - interval '${length}'`;
    return `(select date_trunc('${grain}', max(${column}))${shift} from ${table})`;
  };
  const until = back === 0 ? "" : ` and ${own} < ${start(back - 1)}`;
  return `${own} >= ${start(back + count - 1)}${until}`;
}
