const pattern =
  /(--[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^']|'')*')|(\b\d+(?:\.\d+)?\b)|(\$[A-Za-z_]\w*)|\b(select|from|where|group|order|by|having|limit|offset|join|left|right|full|inner|outer|cross|on|using|as|and|or|not|in|is|null|case|when|then|else|end|with|union|all|distinct|over|partition|filter|between|like|ilike|asc|desc|interval|date|timestamp|cast|exists|values|qualify)\b/gi;

type Piece = { text: string; className: string };

/** An SQL text cut into coloured pieces. Only for reading: the engine decides what it means. */
export function sqlPieces(sql: string): Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of sql.matchAll(pattern)) {
    if (match.index > last) pieces.push({ text: sql.slice(last, match.index), className: "" });
    const [text, comment, words, number, param] = match;
    const className = comment
      ? "text-ink-faint italic"
      : words
        ? "text-success"
        : number
          ? "text-warning"
          : param
            ? "text-agent"
            : "font-medium text-accent";
    pieces.push({ text, className });
    last = match.index + text.length;
  }
  if (last < sql.length) pieces.push({ text: sql.slice(last), className: "" });
  return pieces;
}

export function SqlText({ sql }: { sql: string }) {
  let at = 0;
  return (
    <code>
      {sqlPieces(sql).map((piece) => {
        const key = at;
        at += piece.text.length;
        return (
          <span key={key} className={piece.className}>
            {piece.text}
          </span>
        );
      })}
    </code>
  );
}
