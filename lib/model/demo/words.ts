/** The words of a text, a column or a table name: `churnReason` and `churn_reason` are both `churn reason`. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .split(/[^\p{L}\p{N}%]+/u)
    .filter((word) => word !== "");
}

/** Without its plural ending. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** 1 for the same word, less for a longer form, a synonym or a typing mistake, 0 for another word. */
export function alike(said: string, name: string): number {
  const a = stem(said);
  const b = stem(name);
  if (a === b) return 1;
  const shorter = Math.min(a.length, b.length);
  if (shorter >= 4 && (a.startsWith(b) || b.startsWith(a))) return 0.85;
  if (shorter >= 4 && isTypo(a, b)) return 0.75;
  const group = groupOf(a);
  return group && groupOf(b) === group ? 0.7 : 0;
}

/** Whether a word of the text is one of these, typing mistakes allowed for words of five letters and more. */
export function says(words: readonly string[], ...wanted: readonly string[]): boolean {
  return words.some((word) => wanted.some((one) => word === one || (one.length >= 5 && isTypo(word, one))));
}

/** One letter wrong, missing, added or swapped; two in words of eight letters and more. */
export function isTypo(a: string, b: string): boolean {
  const allowed = Math.max(a.length, b.length) >= 8 ? 2 : 1;
  if (a[0] !== b[0] && a[1] !== b[0] && a[0] !== b[1]) return false;
  return Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
}

/** Edits from one word to the other, two swapped neighbours counted once. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(before, j - 2) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

const synonyms: readonly (readonly string[])[] = [
  [
    "revenue",
    "sale",
    "turnover",
    "income",
    "earning",
    "mrr",
    "arr",
    "amount",
    "takings",
    "money",
    "proceeds",
  ],
  ["churn", "churned", "attrition", "cancelled", "canceled", "cancellation", "lost", "leaving"],
  ["ticket", "case", "request", "incident"],
  ["bug", "issue", "defect"],
  ["customer", "account", "client", "company", "buyer"],
  ["user", "member", "person", "people", "subscriber"],
  ["employee", "staff", "worker"],
  ["quantity", "qty", "unit", "piece", "volume", "cup"],
  ["rating", "score", "satisfaction", "csat", "star", "nps", "grade", "happiness"],
  ["cost", "expense", "spend", "spending", "expenditure"],
  ["price", "fee", "rate"],
  ["region", "territory", "area"],
  ["country", "nation"],
  ["city", "town", "location", "place"],
  ["product", "article", "goods"],
  ["category", "type", "kind", "group", "segment"],
  ["plan", "tier", "package", "subscription"],
  ["severity", "priority", "urgency", "importance"],
  ["status", "state", "stage"],
  ["channel", "source", "medium"],
  ["team", "department", "division"],
  ["duration", "minute", "hour", "second", "length"],
  ["age", "old"],
  ["order", "purchase"],
  ["usage", "activity"],
  ["error", "failure"],
];
const groups = new Map(synonyms.flatMap((group) => group.map((word) => [word, group] as const)));

const groupOf = (word: string): readonly string[] | undefined => groups.get(word);
