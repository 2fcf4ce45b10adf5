export type SafeLink = { href: string; external: boolean };
export type Citation = { kind: "board" | "query" | "source"; id: string; widget?: string };

/**
 * Where a link in a model's text may lead (S3): a web page, a mail, or this app's own threads and boards. Everything else
 * (`javascript:`, `data:`, other paths, `//host`) is no link.
 */
export function safeLink(href: string | undefined): SafeLink | undefined {
  // What a browser would drop before it reads the scheme must not hide one.
  const text = Array.from(href ?? "", (char) => (char.charCodeAt(0) <= 0x20 ? "" : char)).join("");
  if (/^https?:\/\/[^/]/i.test(text) || /^mailto:[^/]/i.test(text)) return { href: text, external: true };
  if (/^\/(threads|dashboards)\/[\w.:-]+([?#].*)?$/.test(text)) return { href: text, external: false };
  if (/^\?(board|query|source)=[\w-]+(&(widget|board|query|source)=[\w-]+)*$/.test(text)) {
    return { href: text, external: false };
  }
  return undefined;
}

/** What an address names on this canvas, or undefined for one that leads elsewhere (C11). */
export function citationOf(href: string): Citation | undefined {
  if (!href.startsWith("?")) return undefined;
  const params = new URLSearchParams(href);
  const kind = (["board", "query", "source"] as const).find((key) => params.has(key));
  if (!kind) return undefined;
  const widget = params.get("widget");
  return { kind, id: params.get(kind) ?? "", ...(widget && { widget }) };
}
