import { Refusal } from "./refusal.mjs";

const hidden = new Set(["IO", "Internal", "Fatal", "FATAL", "INTERNAL", "Serialization", "Permission"]);

function readable(type, message) {
  const column = /^Referenced column "(.*?)" (?:was )?not found/.exec(message);
  if (column) {
    const near = /Candidate bindings: (.*)/.exec(message)?.[1];
    return `There is no column "${column[1]}" here.${near ? ` Did you mean ${near}?` : ""}`;
  }
  if (type === "Out of Memory")
    return "The query needs more memory than one query may use. Group or filter it first.";
  if (message.startsWith("Error when sniffing file")) return "Its lines don't form a table.";
  if (type === "Interrupt") return "The query was stopped.";
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(LINE \d+:|\^|Possible solutions|\* )/.test(line));
  const text = lines.join(" ").replace(/(?:[A-Za-z]:)?(?:[\\/][\w.\-~]+){2,}/g, "a file");
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** What an engine error means to the person who wrote the SQL: a sentence without paths, and where (Q4, S6). */
export function toRefusal(error) {
  if (error instanceof Refusal) return error;
  const text = error instanceof Error ? error.message : String(error);
  const start = text.indexOf("{");
  let parsed = {};
  try {
    parsed = JSON.parse(start >= 0 ? text.slice(start) : "{}");
  } catch {
    // Not every error is told as JSON: the text itself is read below.
  }
  const type = parsed.exception_type ?? /^(\w[\w ]*?) Error:/.exec(text)?.[1] ?? "";
  if (hidden.has(type)) return new Refusal("The engine failed on this query.", undefined, "internal");
  const message = parsed.exception_message ?? text.replace(/^[\w ]+ Error: /, "");
  const position = parsed.position === undefined ? undefined : Number(parsed.position);
  return new Refusal(readable(type, message), position);
}

/** A byte offset in UTF-8 as an offset in the text's own characters, with line and column counted from 1. */
export function place(sql, bytePosition) {
  if (bytePosition === undefined || !Number.isFinite(bytePosition)) return undefined;
  const before = Buffer.from(sql, "utf8").subarray(0, bytePosition).toString("utf8");
  const line = before.split("\n");
  return { position: before.length, line: line.length, column: (line.at(-1)?.length ?? 0) + 1 };
}
