import { readFileSync } from "node:fs";

export type SqlCase = { kind: string; sql: string };

/** The lines `kind|statement` of a file in this folder; those that begin with # are remarks. */
export function readSqlCases(name: string): SqlCase[] {
  return readFileSync(`lib/sources/testing/${name}`, "utf8")
    .split("\n")
    .filter((line) => line.includes("|") && !line.startsWith("#"))
    .map((line) => ({ kind: line.slice(0, line.indexOf("|")), sql: line.slice(line.indexOf("|") + 1) }));
}
