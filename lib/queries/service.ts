import type { Actor } from "@/lib/changes/actor";
import { diffMembers } from "@/lib/changes/fields";
import { conflicting } from "@/lib/changes/merge";
import type { Changes } from "@/lib/changes/service";
import { publicChange } from "@/lib/changes/stored-change";
import type { Db } from "@/lib/db/client";
import { idFilter, ownedBy } from "@/lib/db/owned";
import {
  fieldName,
  parseDocument,
  parseQuery,
  type QueryDocument,
  type QueryRow,
  rowOf,
} from "@/lib/queries/document";
import type { BrokenQuery, NewQuery, Query, QueryEdit, QueryUse } from "@/lib/queries/schema";
import { AppError, isAppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import { inversePatch } from "@/lib/shared/patch";
import type { Column, Params } from "@/lib/sources/schema";

/** Runs nothing, but says which columns an SQL text would give, or throws bad_input with the position (Q4). */
export type CheckSql = (
  ownerId: string,
  request: { sql: string; sourceId?: string | undefined; params?: Params | undefined },
) => Promise<{ sourceId: string; columns: Column[]; params: string[] }>;

export type FindUses = (ownerId: string, queryIds: string[]) => Promise<QueryUse[]>;

export type Queries = ReturnType<typeof createQueries>;

const attempts = 8;

export function createQueries({
  db,
  checkSql,
  findUses,
  changes,
  now,
  newId,
}: {
  db: Db;
  checkSql: CheckSql;
  findUses: FindUses;
  changes: Changes;
  now: () => Date;
  newId: NewId;
}) {
  const missing = (id: string) => new AppError("not_found", `There is no query ${id}.`);

  async function read(ownerId: string, id: string, { deleted = false } = {}): Promise<QueryRow> {
    const where = { ...ownedBy(ownerId), id: idFilter(id), ...(deleted ? {} : { deletedAt: null }) };
    const row = await db.query.findFirst({ where });
    if (!row) throw missing(id);
    return row;
  }

  async function write(
    actor: Actor,
    id: string,
    index: number,
    edit: (document: QueryDocument, row: QueryRow) => Promise<{ document: QueryDocument; summary: string }>,
  ): Promise<Query> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const row = await read(actor.ownerId, id, { deleted: true });
      const made = await changes.madeBy(actor, index);
      const before = parseDocument(row);
      if (before.deleted && made?.version !== row.version) throw missing(id);
      if (made) return parseQuery(row);
      const { document, summary } = await edit(before, row);
      const operations = diffMembers(before, document);
      if (operations.length === 0) return parseQuery(row);
      if (actor.base !== undefined && actor.base > row.version)
        throw new AppError(
          "bad_input",
          `${id} has no version ${actor.base} yet; it is at version ${row.version}.`,
        );
      if (actor.base !== undefined && actor.base < row.version) {
        const since = await changes.since(actor.ownerId, id, actor.base);
        // Deleting takes everything with it that others may have written.
        const deletes = document.deleted && !before.deleted;
        const others = conflicting(deletes ? [{ op: "remove", path: "" }] : operations, since, actor);
        const fields = deletes ? "The query" : operations.map((each) => fieldName(each.path)).join(" and ");
        if (others.length > 0)
          throw new AppError(
            "conflict",
            `${fields} ${deletes ? "" : "of "}${id} changed since version ${actor.base}: ` +
              `${others.map((each) => each.summary).join("; ")}. Read it again; the version is ${row.version} now.`,
            { details: { since: others.map(publicChange), current: parseQuery(row) } },
          );
      }
      const version = row.version + 1;
      const data = { ...rowOf(document, now()), version };
      const where = { id, ...ownedBy(actor.ownerId), version: row.version };
      const change = {
        actor,
        index,
        subject: "query" as const,
        subjectId: id,
        version,
        summary,
        operations,
        inverse: inversePatch(before, operations),
        touched: [],
      };
      if (await changes.commit(change, db.query.update({ where, data })))
        return parseQuery({ ...row, ...data });
    }
    throw new AppError("conflict", `${id} is being changed by too many at once. Try again.`);
  }

  return {
    async list(ownerId: string): Promise<Query[]> {
      const rows = await db.query.findMany({
        where: { ...ownedBy(ownerId), deletedAt: null },
        orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
        take: 500,
      });
      return rows.map(parseQuery);
    },

    /** Throws not_found, for another owner's query too (S7). */
    async get(ownerId: string, id: string): Promise<Query> {
      return parseQuery(await read(ownerId, id));
    },

    /** Those of the ids that exist. */
    async getMany(ownerId: string, ids: string[]): Promise<Map<string, Query>> {
      const where = { ...ownedBy(ownerId), id: { in: ids.map(idFilter) }, deletedAt: null };
      const rows = ids.length === 0 ? [] : await db.query.findMany({ where });
      return new Map(rows.map((row) => [row.id, parseQuery(row)]));
    },

    /** What a query would be saved with. Throws as `create` does, and saves nothing. */
    async check(ownerId: string, { sql, sourceId, params = {} }: NewQuery) {
      return checkSql(ownerId, { sql, sourceId, params });
    },

    /** Saves a query that runs, with the columns the engine derives (Q4). Throws bad_input with the position otherwise. */
    async create(actor: Actor, input: NewQuery, index = 0): Promise<Query> {
      const made = await changes.madeBy(actor, index);
      if (made) return parseQuery(await read(actor.ownerId, made.subjectId));
      const { title, sql, description = "", params = {} } = input;
      const checked = await checkSql(actor.ownerId, { sql, sourceId: input.sourceId, params });
      const { sourceId, columns } = checked;
      const id = newId("q");
      const defaults = withDefaults(params, checked.params);
      const document: QueryDocument = { title, description, sql, params: defaults, columns, deleted: false };
      const at = now();
      const row = {
        id,
        ...ownedBy(actor.ownerId),
        sourceId,
        version: 1,
        createdAt: at,
        ...rowOf(document, at),
      };
      const change = {
        actor,
        index,
        subject: "query" as const,
        subjectId: id,
        version: 1,
        summary: `Saved the query “${title}”`,
        operations: [{ op: "add" as const, path: "", value: document }],
        inverse: [{ op: "replace" as const, path: "/deleted", value: true }],
        touched: [],
      };
      if (await changes.commit(change, db.query.create({ data: row }))) return parseQuery(row);
      // The same call, at the same moment: it has been made by now.
      return this.create(actor, input, index);
    },

    /** Changes the named fields; a new SQL text is checked first and its columns derived anew (Q4). */
    async update(actor: Actor, id: string, edit: QueryEdit, index = 0): Promise<Query> {
      return write(actor, id, index, async (document, row) => {
        const next = { ...document, ...defined(edit) };
        // A default goes with the last mention of its parameter.
        if (edit.params === undefined) next.params = namedIn(next.sql, next.params);
        if (next.sql !== document.sql || edit.params !== undefined) {
          const request = { sql: next.sql, sourceId: row.sourceId, params: next.params };
          const { columns, params } = await checkSql(actor.ownerId, request);
          next.columns = columns;
          next.params = withDefaults(next.params, params);
        }
        return { document: next, summary: summarise(document, next) };
      });
    },

    /** Soft (D13). Gives what it was. Throws conflict while widgets draw from it, naming them, and when others changed it since (D3). */
    async remove(actor: Actor, id: string, index = 0): Promise<Query> {
      const [use, ...more] = await findUses(actor.ownerId, [id]);
      if (use) {
        const others = more.length > 0 ? ` and ${more.length} more` : "";
        throw new AppError(
          "conflict",
          `${id} is drawn by ${use.widgetId} “${use.widgetTitle}” on ${use.dashboardId} “${use.dashboardTitle}”${others}. Remove those widgets first.`,
          { details: { uses: [use, ...more] } },
        );
      }
      return write(actor, id, index, async (document) => ({
        document: { ...document, deleted: true },
        summary: `Deleted the query “${document.title}”`,
      }));
    },

    /**
     * Saved queries that name a table and no longer run, with what the engine says: to be told after the table became
     * another one.
     */
    async brokenBy(ownerId: string, { sourceId, table }: { sourceId: string; table: string }) {
      const rows = await db.query.findMany({
        where: { ...ownedBy(ownerId), sourceId: idFilter(sourceId), deletedAt: null },
      });
      const broken: BrokenQuery[] = [];
      for (const { id, title, sql, params } of rows
        .filter((row) => namesTable(row.sql, table))
        .map(parseQuery)) {
        const error = await checkSql(ownerId, { sql, sourceId, params }).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (isAppError(error)) broken.push({ queryId: id, title, error: error.message });
        else if (error) throw error;
      }
      return broken;
    },

    /** Where queries are drawn. */
    uses: findUses,
  };
}

/** Whether a text may name a table; it may also only hold the word. */
function namesTable(sql: string, table: string): boolean {
  return sql.toLowerCase().includes(table.toLowerCase());
}

/** A parameter that nobody gave a default is NULL, so that the query also runs where no variable sets it. */
function withDefaults(params: Params, asked: readonly string[]): Params {
  const given = new Set(Object.keys(params).map((name) => name.toLowerCase()));
  const missing = asked.filter((name) => !given.has(name.toLowerCase()));
  return { ...Object.fromEntries(missing.map((name) => [name, null])), ...params };
}

const namedIn = (sql: string, params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).filter(([name]) => sql.toLowerCase().includes(`$${name.toLowerCase()}`)),
  );

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without members that are present but undefined. */
function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}

function summarise(before: QueryDocument, after: QueryDocument): string {
  if (before.title !== after.title) return `Renamed the query “${before.title}” to “${after.title}”`;
  const fields = diffMembers(before, after).map((operation) => fieldName(operation.path));
  return `Changed ${fields.join(", ")} of the query “${after.title}”`;
}
