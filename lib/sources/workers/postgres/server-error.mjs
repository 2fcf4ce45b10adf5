import { Refusal } from "../refusal.mjs";
import { sentence } from "./parameters.mjs";

const known = {
  57014: "The query was stopped.",
  25006: "Only reading is allowed here.",
  53200: "The database has too little memory for this query. Group or filter it first.",
  53100: "The database has too little space for this query. Group or filter it first.",
};

/** What an error of the server means to whoever wrote the SQL, and where in their text (Q4, S6). */
export function toRefusal(error, numbered) {
  if (error instanceof Refusal) {
    if (error.bytePosition === undefined || !numbered) return error;
    const before = Buffer.from(numbered.text, "utf8").subarray(0, error.bytePosition).toString("utf8");
    return new Refusal(error.message, undefined, error.code, numbered.back(before.length));
  }
  if (error instanceof RangeError) return new Refusal(error.message);
  // Only what the server says of a statement carries a severity; the rest is about the connection.
  if (error?.severity === undefined)
    return new Refusal("The connection to the database was lost. Try again.", undefined, "unavailable");
  if (String(error.code).startsWith("57P"))
    return new Refusal("The database ended the connection. Try again in a moment.", undefined, "unavailable");
  if (String(error.code).startsWith("XX"))
    return new Refusal("The database failed on this query.", undefined, "internal");
  const told = known[error.code] ?? sentence(error.message);
  const hint = known[error.code] || !error.hint ? "" : ` ${sentence(error.hint)}`;
  const position = error.position && numbered ? numbered.back(Number(error.position) - 1) : undefined;
  return new Refusal(`${told}${hint}`.slice(0, 500), undefined, "bad_input", position);
}
