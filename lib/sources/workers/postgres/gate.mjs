import { Refusal } from "../refusal.mjs";

/** The kinds of the parser's nodes a SELECT that only reads is made of. What isn't here isn't answered. */
const nodes = new Set(
  `A_ArrayExpr A_Const A_Expr A_Indices A_Indirection A_Star Alias Bitstring BoolExpr Boolean BooleanTest CaseExpr CaseWhen
  CoalesceExpr CollateClause ColumnDef ColumnRef CommonTableExpr CTECycleClause CTESearchClause Float FuncCall GroupingFunc
  GroupingSet Integer JoinExpr JsonAggConstructor JsonArgument JsonArrayAgg JsonArrayConstructor JsonArrayQueryConstructor JsonBehavior JsonFormat JsonFuncExpr
  JsonIsPredicate JsonKeyValue JsonObjectAgg JsonObjectConstructor JsonOutput JsonParseExpr JsonReturning JsonScalarExpr
  JsonSerializeExpr JsonTable JsonTableColumn JsonTablePathSpec JsonValueExpr List MinMaxExpr NamedArgExpr NullTest ParamRef
  RangeFunction RangeSubselect RangeTableFunc RangeTableFuncCol RangeTableSample RangeVar ResTarget RowExpr SelectStmt SQLValueFunction
  SortBy String SubLink TypeCast TypeName WindowDef WithClause XmlExpr XmlSerialize`.split(/\s+/),
);

/** Built-in functions that tell about the server or its people, take text as SQL, or read by number what a name would refuse. */
const refused =
  /^(?!pg_typeof$)pg_|^(acl|binary_upgrade|brin|gin_|gist|has_|inet_(client|server)|lo_|make_?acl|reg(?!exp)|row_security|spg|to_reg|ts_(debug|parse|rewrite|stat|token)|txid_|xpath_)|_to_xml|^(current_(catalog|database|query|role|schema|schemas|setting|user)|(col|obj|shobj)_description|currtid2?|currval|lastval|format_type|getdatabaseencoding|get_.*|query_.*|set_config|setval|nextval|session_user|user|version|dblink.*)$/;
/** Built-in functions whose answer changes by itself and that do no harm. */
const changing = new Set([
  "clock_timestamp",
  "gen_random_uuid",
  "random",
  "random_normal",
  "statement_timestamp",
  "timeofday",
  "uuidv4",
  "uuidv7",
]);
const timely = new Set(["age", "now", "transaction_timestamp", ...changing]);
const refusedTypes = /^_?(reg(?!exp)|pg_|information_schema)/;

const text = (node) => node?.String?.sval ?? "";
const words = (names) => (names ?? []).map(text);
const at = (node) => (node.location >= 0 ? node.location : undefined);

/**
 * Walks a statement as PostgreSQL's own parser read it, and throws a Refusal unless it is one SELECT of `tables`
 * ({ schema, name }), made of known nodes, with functions of `functions` alone: the built-in ones that read nothing (Q2).
 * Names after WITH count only where the server sees them. Returns the tables it names and whether its answer may change
 * while the data doesn't.
 */
export function inspectTree(tree, tables, functions) {
  const found = { tables: new Set(), volatile: false };
  if (tree.stmts?.length !== 1)
    throw new Refusal(
      tree.stmts?.length > 1
        ? `Write one statement: this text has ${tree.stmts.length}.`
        : "There is no statement in this text. Write one SELECT.",
    );
  const { stmt } = tree.stmts[0];
  if (!stmt.SelectStmt)
    throw new Refusal(
      `Only SELECT is answered, not ${Object.keys(stmt)[0].replace(/Stmt$/, "").toUpperCase()}. Write a SELECT that reads a table of this source.`,
    );

  function visitTable(node, scope) {
    const { relname, schemaname, catalogname } = node;
    if (!schemaname && !catalogname && scope.has(relname)) return;
    // Without a schema the server looks in its own catalog first, then in public, and nowhere else.
    const schema = schemaname ?? (relname.startsWith("pg_") ? "pg_catalog" : "public");
    const table = catalogname
      ? undefined
      : tables.find((each) => each.name === relname && each.schema === schema);
    if (!table) {
      const list = tables.map(({ label }) => label).join(", ");
      throw new Refusal(`There is no table "${relname}" in this source. Tables here: ${list}.`, at(node));
    }
    found.tables.add(table.label);
  }

  function visitFunction(node) {
    const [schema, name] =
      node.funcname.length > 1 ? words(node.funcname) : ["pg_catalog", text(node.funcname[0])];
    if (node.funcname.length > 2 || schema !== "pg_catalog")
      throw new Refusal(
        `Only built-in functions are answered: write ${words(node.funcname).at(-1)}() without a schema, or leave it out.`,
        at(node),
      );
    if (timely.has(name)) found.volatile = true;
    if (changing.has(name)) return;
    if (refused.test(name) || !functions.has(name))
      throw new Refusal(`The function ${name}() isn't available here: leave it out.`, at(node));
  }

  function visitValue(node) {
    if (/USER|ROLE|CATALOG|SCHEMA/.test(node.op))
      throw new Refusal(
        `The value ${node.op.slice(5).toLowerCase()} isn't available here: leave it out.`,
        at(node),
      );
    found.volatile = true;
  }

  function visitType(node) {
    const names = words(node.names);
    if (refusedTypes.test(names.at(-1)) || (names.length > 1 && names[0] === "information_schema"))
      throw new Refusal(`The type ${names.at(-1)} isn't available here.`, at(node));
  }

  /** Without RECURSIVE a name sees those before it; with it they all see each other. */
  function withNames({ ctes = [], recursive }, scope) {
    const names = ctes.map(({ CommonTableExpr }) => CommonTableExpr.ctename);
    let inner = recursive ? new Set([...scope, ...names]) : scope;
    for (const { CommonTableExpr: each } of ctes) {
      if (!each.ctequery?.SelectStmt) throw new Refusal("Only SELECT is answered, after WITH too.", at(each));
      walk(each, inner);
      inner = new Set([...inner, each.ctename]);
    }
    return inner;
  }

  function visitSelect(node, scope) {
    if (node.intoClause)
      throw new Refusal("SELECT INTO makes a table: leave INTO out.", at(node.intoClause.rel ?? {}));
    if (node.lockingClause) throw new Refusal("FOR UPDATE and FOR SHARE lock rows: leave them out.");
    const { withClause, ...rest } = node;
    walk(Object.values(rest), withClause ? withNames(withClause, scope) : scope);
  }

  function walk(node, scope) {
    if (Array.isArray(node)) {
      for (const each of node) walk(each, scope);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    for (const [kind, value] of Object.entries(node)) {
      if (typeof value !== "object" || value === null) continue;
      // The parser names a node's kind with a capital; a small letter is a member.
      if (/^[A-Z]/.test(kind)) {
        if (!nodes.has(kind)) throw new Refusal("This kind of expression isn't answered.", at(value));
        if (kind === "SelectStmt") {
          visitSelect(value, scope);
          continue;
        }
        visit(kind, value, scope);
      } else if ((kind === "larg" || kind === "rarg") && "op" in value) {
        visitSelect(value, scope);
        continue;
      } else if (kind === "typeName" || kind === "typename") visitType(value);
      walk(value, scope);
    }
  }

  function visit(kind, node, scope) {
    if (kind === "RangeVar") visitTable(node, scope);
    if (kind === "FuncCall") visitFunction(node);
    if (kind === "SQLValueFunction") visitValue(node);
    if (kind === "TypeName") visitType(node);
    if (kind === "RangeTableSample") found.volatile = true;
  }

  try {
    visitSelect(stmt.SelectStmt, new Set());
  } catch (error) {
    if (error instanceof RangeError)
      throw new Refusal("The statement is nested too deeply. Write it in steps, with WITH.");
    throw error;
  }
  return { tables: [...found.tables], volatile: found.volatile };
}
