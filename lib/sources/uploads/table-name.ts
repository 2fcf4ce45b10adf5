const endings = /(\.(csv|tsv|txt|json|jsonl|ndjson|parquet|gz))+$/i;

/**
 * A table's name from a file's: `orders (2).csv` is `orders_2`. Small letters, digits and underscores; letters of any
 * script stay. When the name is taken the next number is used, so that nothing is replaced.
 */
export function tableNameFor(fileName: string, taken: readonly string[]): string {
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
  const base = short === "" ? "table_1" : /^\p{N}/u.test(short) ? `t_${short}` : short;
  const used = new Set(taken.map((name) => name.toLowerCase()));
  if (!used.has(base)) return base;
  const [, stem = base, number] = /^(.*?)_(\d+)$/.exec(base) ?? [];
  let next = Number(number ?? 1) + 1;
  while (used.has(`${stem}_${next}`)) next++;
  return `${stem}_${next}`;
}
