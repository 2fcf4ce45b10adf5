import { ImportProblem } from "./problem.mjs";

/** A table this wide is still described, shown and asked about in reasonable time. */
const mostColumns = 2_000;

/**
 * Names that are easy to write in SQL: small letters, digits and underscores, no two alike. Letters of any script stay.
 * A column without a name gets its place. Throws ImportProblem
 * for more columns than a table may have.
 */
export function columnNames(headers) {
  if (headers.length > mostColumns)
    throw new ImportProblem(
      `The file has ${headers.length} columns, and a table may have ${mostColumns}. Leave some out, or put them into rows.`,
    );
  const taken = new Set();
  return headers.map((header, index) => {
    const whole = header
      .normalize("NFKC")
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_+|_+$/g, "");
    // By letter: half of one that takes two places is no name for the engine.
    const plain = Array.from(whole).slice(0, 60).join("");
    const base = plain === "" ? `column_${index + 1}` : /^\p{N}/u.test(plain) ? `c_${plain}` : plain;
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    return name;
  });
}
