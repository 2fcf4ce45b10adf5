import { createHash } from "node:crypto";

/** What the strictest provider takes. */
const longestName = 64;
const longestServer = 24;
const separator = "___";

/** A server's key in the configuration as tool names may begin: letters, digits and `-`. */
export function serverName(given: string): string {
  const fit = given
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (fit !== "" && fit.length <= longestServer) return fit;
  return `${fit.slice(0, longestServer - 8)}-${digest(given)}`.replace(/^-/, "s-");
}

/**
 * The name by which agents know a server's tool (T2). It depends on the tool's own name alone, so that no other tool in
 * the list can take it or change it: one that had to be made fit ends in a digest of what it was.
 */
export function toolName(server: string, given: string): string {
  const room = longestName - server.length - separator.length;
  const fit = given.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^[^A-Za-z0-9]+/, "");
  if (fit === given && fit !== "" && fit.length <= room) return `${server}${separator}${fit}`;
  const mark = `_${digest(given)}`;
  return `${server}${separator}${`${fit}`.slice(0, room - mark.length) || "tool"}${mark}`;
}

/** Everything a server has. */
export function serverGlob(server: string): string {
  return `${server}${separator}*`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}
