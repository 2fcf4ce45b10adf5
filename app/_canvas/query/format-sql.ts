import { duckdb, formatDialect, postgresql } from "sql-formatter";
import type { Source } from "@/lib/sources/schema";

/** An SQL text laid out anew, its words and values as they are (Q5). Throws where it can't be read. Large: load it lazily. */
export function formatSql(sql: string, kind: Source["kind"]): string {
  return formatDialect(sql, {
    dialect: kind === "postgres" ? postgresql : duckdb,
    // The `$names` that ask for values.
    paramTypes: { named: ["$"] },
    keywordCase: "preserve",
    tabWidth: 2,
  });
}
