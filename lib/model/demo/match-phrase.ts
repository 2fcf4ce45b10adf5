import { alike, stem, wordsOf } from "@/lib/model/demo/words";

const fillers = new Set(
  "the a an of our my your their its in on for to me us is are was were by per and with from all each every this that these those some any what which how much many show give see please data number numbers value values total overall current".split(
    " ",
  ),
);

/** The words of a phrase that can name something. */
export const tellingWords = (words: readonly string[]): string[] =>
  words.filter((word) => !fillers.has(word));

/**
 * How well a name answers to what was said, 0 to 1: mostly whether what was said is in the name, a little whether
 * the name says more. "monthly revenue" and `revenue` fit; `revenue` and `revenue_before_tax` fit a little less.
 */
export function nameFit(said: readonly string[], name: string): number {
  const words = tellingWords(said);
  const named = wordsOf(name).filter((word) => word !== "id");
  if (words.length === 0 || named.length === 0) return 0;
  const best = (word: string, among: readonly string[]) =>
    Math.max(0, ...among.map((other) => alike(word, other)));
  const heard = words.map((word) => best(word, named));
  const top = Math.max(...heard);
  if (top < 0.7) return 0;
  const covered = heard.reduce((sum, score) => sum + score, 0) / words.length;
  const named_ = named.filter((word) => best(word, words) >= 0.7).length / named.length;
  return 0.55 * covered + 0.25 * top + 0.2 * named_;
}

/** The sample value that was said, if any: "refunded" for `refunded`, "churn" for `churned`. */
export function saidValue(said: readonly string[], samples: readonly string[]): string | undefined {
  const words = tellingWords(said);
  const scored = samples.map((sample) => {
    const named = wordsOf(sample);
    const hits = named.map((name) => Math.max(0, ...words.map((word) => strictlyAlike(word, name))));
    return { sample, score: named.length === 0 ? 0 : Math.min(...hits) };
  });
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= 0.8 ? best.sample : undefined;
}

/** Values must really be said; of synonyms only those of leaving, which every company words differently. */
function strictlyAlike(word: string, name: string): number {
  const score = alike(word, name);
  if (score >= 0.85 || score === 0.75) return Math.max(score, 0.8);
  return score === 0.7 && stem(word) === "churn" ? 0.8 : 0;
}
