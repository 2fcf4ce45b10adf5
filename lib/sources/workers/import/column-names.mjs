/**
 * Names that are easy to write in SQL: small letters, digits and underscores, no two alike. Letters of any script stay.
 * A column without a name gets its place.
 */
export function columnNames(headers) {
  const taken = new Set();
  return headers.map((header, index) => {
    const plain = header
      .normalize("NFKC")
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 60);
    const base = plain === "" ? `column_${index + 1}` : /^\p{N}/u.test(plain) ? `c_${plain}` : plain;
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    return name;
  });
}
