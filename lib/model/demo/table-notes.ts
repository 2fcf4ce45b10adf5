import type { PastCall } from "@/lib/model/conversation";
import { list, number, object, objects, text, textAt } from "@/lib/model/demo/read-json";
import type { Column, Table } from "@/lib/model/demo/table";
import { type Json, type JsonObject, jsonOrText } from "@/lib/shared/json";

/** Collects what is said of tables; what comes later adds to what came before. */
export class TableNotes {
  private readonly tables = new Map<string, Table>();
  private readonly postgres = new Set<string>();

  /** What the message points at comes first. */
  list(): Table[] {
    return [...this.tables.values()].toSorted((a, b) => Number(b.meant) - Number(a.meant));
  }

  /** Results of `project___get_context`, `…list_sources` and `…describe_table`, by their shape. */
  readResult(call: PastCall): void {
    const result = object(call.result);
    if (!result) return;
    for (const source of objects(result.sources))
      for (const table of objects(source.tables)) this.note(table, textAt(source, "source_id", "id"));
    for (const table of objects(result.tables)) this.note(table, undefined);
    if (/describe_table/.test(call.tool)) {
      const input = object(call.input);
      const name = textAt(result, "table", "name") ?? (input && textAt(input, "table"));
      if (name) this.note({ ...result, name }, undefined, true);
    }
  }

  /** Tables as a view lists them: `table "orders" in s_1, 20000 rows: "order_id" INTEGER`, under their source. */
  readText(shown: string): void {
    let source: string | undefined;
    for (const line of shown.split("\n")) {
      const heading = /^(s_\w+) .*?(\(PostgreSQL SQL\))?$/.exec(line);
      source = heading?.[1] ?? source;
      if (heading?.[1] && heading[2]) this.postgres.add(heading[1]);
      const found = tableLine.exec(line);
      if (!found) continue;
      const [, name = "", itsSource, rows, columns = ""] = found;
      const listed = Array.from(columns.matchAll(columnText), ([, column = "", type = ""]) => ({
        name: unquote(column),
        type,
      }));
      this.note({ name: unquote(name), rows: number(rows) ?? null, columns: listed }, itsSource ?? source);
    }
    // What is said about tables may stand before them.
    for (const line of shown.split("\n")) this.readKnowledge(line);
  }

  /** Metrics that people have named, and tables that the message refers to with @. */
  private readKnowledge(line: string): void {
    const [, name, sql, of = "", format = "number"] = metricLine.exec(line) ?? [];
    const table = this.tables.get(unquote(of));
    if (name && sql && table)
      this.tables.set(table.name, {
        ...table,
        named: [...table.named, { name: unquote(name), sql: unquote(sql), format }],
      });
    const meant = this.tables.get(referenceLine.exec(line)?.[1] ?? "");
    if (meant) this.tables.set(meant.name, { ...meant, meant: true });
  }

  private note(table: JsonObject, sourceId: string | undefined, described = false): void {
    const name = textAt(table, "name", "table");
    if (!name) return;
    const before = this.tables.get(name);
    const columns = list(table.columns).flatMap(readColumn);
    const from = textAt(table, "source_id", "sourceId") ?? sourceId ?? before?.sourceId;
    this.tables.set(name, {
      name,
      sourceId: from,
      dialect: from !== undefined && this.postgres.has(from) ? "postgres" : "duckdb",
      meant: before?.meant ?? false,
      named: before?.named ?? [],
      rows: number(table.rows) ?? number(table.row_count) ?? number(table.rowCount) ?? before?.rows,
      columns: columns.length > 0 ? columns.map((column) => merge(before, column)) : (before?.columns ?? []),
      described: described || (before?.described ?? false),
    });
  }
}

const tableLine = /^\s*table ("(?:[^"\\]|\\.)*")(?: in (s_\w+))?, (\d+) rows?: (.*)$/;
const metricLine =
  /^("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*") of table ("(?:[^"\\]|\\.)*")(?: in s_\w+)?,.* format (\w+)$/;
const referenceLine = /^table (\S+) "(?:[^"\\]|\\.)*": of s_\w+, /;
const columnText = /("(?:[^"\\]|\\.)*") (.+?)(?=, "|$)/g;

const unquote = (quoted: string): string => text(jsonOrText(quoted)) ?? quoted;

function readColumn(column: Json): Column[] {
  if (typeof column === "string") return [{ name: column, type: "", samples: [], distinct: undefined }];
  const found = object(column);
  const name = found && textAt(found, "name", "column");
  if (!found || !name) return [];
  const samples = [found.samples, found.sample_values, found.sample, found.values, found.examples]
    .flatMap(list)
    .flatMap((sample) => {
      const value = object(sample)?.value ?? sample;
      return text(value) !== undefined ? [String(value)] : typeof value === "number" ? [String(value)] : [];
    });
  const distinct = number(found.distinct) ?? number(found.distinct_count) ?? number(found.approx_distinct);
  return [{ name, type: textAt(found, "type") ?? "", samples, distinct }];
}

function merge(before: Table | undefined, column: Column): Column {
  const known = before?.columns.find((one) => one.name === column.name);
  return {
    name: column.name,
    type: column.type || (known?.type ?? ""),
    samples: column.samples.length > 0 ? column.samples : (known?.samples ?? []),
    distinct: column.distinct ?? known?.distinct,
  };
}
