import {
  allowedTableFunctions,
  refusedBareNames,
  refusedFunctions,
  volatileFunctions,
} from "./function-lists.mjs";
import { Refusal } from "./refusal.mjs";

const queryNodes = new Set(["SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"]);
const tableRefs = new Set([
  "BASE_TABLE",
  "SUBQUERY",
  "JOIN",
  "TABLE_FUNCTION",
  "EXPRESSION_LIST",
  "EMPTY",
  "PIVOT",
  "SHOW_REF",
]);
const expressions = new Set([
  "BETWEEN",
  "CASE",
  "CAST",
  "COLLATE",
  "COLUMN_REF",
  "COMPARISON",
  "CONJUNCTION",
  "CONSTANT",
  "DEFAULT",
  "FUNCTION",
  "LAMBDA",
  "LAMBDA_REF",
  "OPERATOR",
  "PARAMETER",
  "POSITIONAL_REFERENCE",
  "STAR",
  "SUBQUERY",
  "WINDOW",
]);
const listings = new Set(['"tables"', "__show_tables_expanded"]);
// A named subquery may not look like a file or like one of the engine's own views: one rule less to be wrong about scopes.
const plainName = /^(?!duckdb_|pragma_|sqlite_|pg_)[\p{L}_][\p{L}\p{N}_ ]*$/iu;

/** The engine compares names without regard to ASCII case only. */
const fold = (name) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const at = (node) =>
  Number.isSafeInteger(node.query_location) && node.query_location >= 0 ? node.query_location : undefined;

/**
 * Walks a statement as the engine's own parser read it, and throws a Refusal unless every table is one of `tables`,
 * every function in FROM is on the allow list, and every shape is a known one (Q2).
 * Returns the tables and parameter names it uses, and whether its answer may change while the data doesn't.
 */
export function inspectStatement(statement, tables) {
  const known = new Map(tables.map((name) => [fold(name), name]));
  const found = { tables: new Set(), params: new Map(), volatile: false };

  function visitTable(node, scope) {
    const name = fold(node.table_name);
    const qualified = node.schema_name || node.catalog_name;
    if (!qualified && scope.has(name)) return;
    if ((!qualified || (fold(node.schema_name) === "main" && !node.catalog_name)) && known.has(name)) {
      found.tables.add(known.get(name));
      return;
    }
    const list = tables.length > 0 ? `Tables here: ${tables.join(", ")}.` : "This source has no tables yet.";
    throw new Refusal(`There is no table "${node.table_name}" in this source. ${list}`, at(node));
  }

  function visitFunction(node, allowed) {
    const name = fold(node.function_name);
    if (node.catalog || (node.schema && fold(node.schema) !== "main"))
      throw new Refusal(`Write ${node.function_name}() without a schema before it.`, at(node));
    if (allowed ? !allowed.has(name) : refusedFunctions.has(name))
      throw new Refusal(
        allowed
          ? `Rows can't come from ${node.function_name}(). Select from a table of this source, or use ${[...allowed].join(", ")}.`
          : `The function ${node.function_name}() isn't available here: leave it out.`,
        at(node),
      );
    if (volatileFunctions.has(name)) found.volatile = true;
  }

  function visitColumn(node) {
    if (node.column_names?.length !== 1) return;
    const name = fold(node.column_names[0]);
    if (refusedBareNames.has(name))
      throw new Refusal(`The value ${name} isn't available here: leave it out.`, at(node));
    if (volatileFunctions.has(name)) found.volatile = true;
  }

  function visitParameter(node) {
    if (/^\d+$/.test(node.identifier))
      throw new Refusal("Parameters need a name: write $region instead of ? or $1.", at(node));
    const name = fold(node.identifier);
    if (!found.params.has(name)) found.params.set(name, node.identifier);
  }

  function visitShow(node) {
    if (node.query) return walk(node.query, new Set());
    if (node.catalog_name || node.schema_name || !listings.has(node.table_name))
      throw new Refusal('Write "show tables", "describe TABLE" or "summarize TABLE", or a SELECT.', at(node));
  }

  /** A named subquery sees those before it, and itself only where the engine lets it: the second part of a recursive one. */
  function withNamedQueries(map, scope) {
    let inner = scope;
    for (const { key, value } of map) {
      if (!plainName.test(key)) throw new Refusal(`A name such as "${key}" can't be used after WITH.`);
      walk(value, inner);
      inner = new Set([...inner, fold(key)]);
    }
    return inner;
  }

  function walk(node, scope) {
    if (Array.isArray(node)) {
      for (const each of node) walk(each, scope);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    if (node.class !== undefined) {
      if (!expressions.has(node.class))
        throw new Refusal("This kind of expression isn't answered.", at(node));
      if (node.class === "COLUMN_REF") visitColumn(node);
      if (node.class === "PARAMETER") visitParameter(node);
      if (node.function_name !== undefined) visitFunction(node);
    } else if (node.type === "SHOW_REF") {
      visitShow(node);
      return;
    } else if (node.type === "TABLE_FUNCTION" && node.function) {
      visitFunction(node.function, allowedTableFunctions);
      walk(node.function.children, scope);
      const { function: _, ...rest } = node;
      walk(Object.values(rest), scope);
      return;
    } else if (typeof node.type === "string" && node.type.endsWith("_NODE")) {
      if (!queryNodes.has(node.type)) throw new Refusal("This kind of statement isn't answered.");
      const { cte_map: named, ...rest } = node;
      const inner = withNamedQueries(named?.map ?? [], scope);
      if (node.type === "RECURSIVE_CTE_NODE") {
        const { right, ...others } = rest;
        if (!plainName.test(node.cte_name))
          throw new Refusal(`A name such as "${node.cte_name}" can't be used after WITH.`);
        walk(right, new Set([...inner, fold(node.cte_name)]));
        walk(Object.values(others), inner);
      } else walk(Object.values(rest), inner);
      return;
    } else if ("sample" in node && "alias" in node) {
      if (!tableRefs.has(node.type)) throw new Refusal("This kind of FROM isn't answered.", at(node));
      if (node.sample) found.volatile = true;
      if (node.type === "BASE_TABLE") visitTable(node, scope);
    }
    walk(Object.values(node), scope);
  }

  walk(statement, new Set());
  return { tables: [...found.tables], params: [...found.params.values()], volatile: found.volatile };
}

const longest = 100_000;

function whatInstead(sql, statements) {
  const word = /^[\s(]*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? "";
  if (/\bpivot\b/i.test(sql))
    return "A PIVOT must list its columns: write PIVOT t ON region IN ('EMEA', 'APAC') USING count(*).";
  if (statements > 1) return `Write one statement: this text has ${statements}.`;
  if (word === "EXPLAIN") return "EXPLAIN isn't answered. Run the SELECT itself.";
  return `Only SELECT is answered, ${word ? `not ${word}` : "and nothing else"}. Write a SELECT that reads a table of this source.`;
}

async function countStatements(connection, sql) {
  try {
    return (await connection.extractStatements(sql)).count;
  } catch {
    return 0;
  }
}

/** Reads one SQL text with the engine's parser and inspects it. Throws a Refusal with what to write instead. */
export async function inspectSql(connection, sql, tables) {
  if (sql.length > longest)
    throw new Refusal(`The text is longer than ${longest} characters. Write a shorter query.`);
  if (sql.trim() === "" || /^\s*;/.test(sql))
    throw new Refusal("There is no statement at the beginning of this text. Write one SELECT.");
  const reader = await connection.runAndReadAll("select json_serialize_sql($1::varchar)", [sql]);
  const tree = JSON.parse(String(reader.getRows()[0][0]));
  if (tree.error) {
    if (tree.error_type === "parser" || tree.position !== undefined)
      throw new Refusal(
        sentence(tree.error_message),
        tree.position === undefined ? undefined : Number(tree.position),
      );
    throw new Refusal(whatInstead(sql, await countStatements(connection, sql)));
  }
  if (tree.statements.length === 0)
    throw new Refusal("There is no statement in this text. Write one SELECT.");
  if (tree.statements.length > 1)
    throw new Refusal(`Write one statement: this text has ${tree.statements.length}.`);
  try {
    return inspectStatement(tree.statements[0], tables);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal("The statement is nested too deeply. Write it in steps, with WITH.");
    throw error;
  }
}

function sentence(message) {
  const text = message.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
