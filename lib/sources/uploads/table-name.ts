const endings = /(\.(csv|tsv|txt|json|jsonl|ndjson|parquet|gz))+$/i;

/**
 * A table's name from a file's: `orders (2).csv` is `orders_2`. Small letters, digits and underscores; letters of any
 * script stay.
 */
export function plainName(fileName: string): string {
  const bare = fileName.split(/[\\/]/).at(-1) ?? "";
  const plain = bare
    .replace(endings, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_");
  // By letter: half of one that takes two places is no name for the engine.
  const short = Array.from(plain.replace(/^_+|_+$/g, ""))
    .slice(0, 50)
    .join("");
  return short === "" ? "table_1" : /^\p{N}/u.test(short) ? `t_${short}` : short;
}

/** The name, or when it is taken the next number after it. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  if (!used.has(name)) return name;
  const [, stem = name, number] = /^(.*?)_(\d+)$/.exec(name) ?? [];
  let next = Number(number ?? 1) + 1;
  while (used.has(`${stem}_${next}`)) next++;
  return `${stem}_${next}`;
}
