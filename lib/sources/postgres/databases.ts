import type { Actor } from "@/lib/changes/actor";
import type { Secrets } from "@/lib/db/secrets";
import { AppError } from "@/lib/shared/app-error";
import type { QueryLimits } from "@/lib/sources/limits";
import { readCatalog } from "@/lib/sources/postgres/catalog";
import {
  connectionFromEnvironment,
  PostgresConnection,
  parseConnection,
} from "@/lib/sources/postgres/connection";
import { type PostgresTable, postgresPlace, tableLabel } from "@/lib/sources/postgres/place";
import type { RowsPlace } from "@/lib/sources/rows-place";
import type {
  InspectSource,
  NewSource,
  PostgresCatalog,
  SourceEdit,
  SourceTable,
} from "@/lib/sources/schema";
import type { SourceConfig, SourceRows, StoredSource } from "@/lib/sources/source-rows";

type Ports = {
  rows: SourceRows;
  limits: QueryLimits;
  secrets: Secrets;
  environment: Record<string, string | undefined>;
  forget(key: string): void;
  countRows(place: RowsPlace, sql: string): Promise<number>;
};
type Reach = Pick<NonNullable<SourceConfig["postgres"]>, "hidden" | "environment">;

/** Below this many rows, by the server's estimate, they are counted. */
const countBelow = 100_000;
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const keyOf = ({ id, generation }: Pick<StoredSource, "id" | "generation">) => `postgres ${id} ${generation}`;

/** PostgreSQL databases as sources (Q1): how they are reached, what of them may be seen, and where they answer. */
export function createDatabases({ rows, limits, secrets, environment, forget, countRows }: Ports) {
  function connectionOf({ hidden, environment: name }: Reach): PostgresConnection {
    if (name !== undefined) return connectionFromEnvironment(name, environment);
    if (hidden === undefined)
      throw new AppError("unavailable", "The source has no connection. Connect it again.");
    return PostgresConnection.parse(JSON.parse(secrets.reveal(hidden)));
  }

  function reach({ url, environment: name }: Pick<SourceEdit, "url" | "environment">): Reach {
    if ((url === undefined) === (name === undefined))
      throw new AppError(
        "bad_input",
        "Give the database's address, or the name of the variable that holds it.",
      );
    if (name !== undefined) return { environment: name };
    return { hidden: secrets.hide(JSON.stringify(parseConnection(url ?? ""))) };
  }

  function place(key: string, connection: PostgresConnection, tables: PostgresTable[]): RowsPlace {
    return postgresPlace(key, connection, tables, limits);
  }

  async function countSmall(
    source: RowsPlace,
    { schema, ...table }: PostgresCatalog["tables"][number],
  ): Promise<SourceTable> {
    const named = { ...table, name: tableLabel({ schema, name: table.name }) };
    if (table.rowCount >= countBelow) return named;
    const count = `select count(*) from ${quote(schema)}.${quote(table.name)}`;
    // A view may take its time: then the estimate stands.
    return { ...named, rowCount: await countRows(source, count).catch(() => table.rowCount) };
  }

  /** The chosen tables as they are now. Throws bad_input naming one that the user may not read. */
  async function lookAt(key: string, from: Reach, chosen: PostgresTable[]) {
    const connection = connectionOf(from);
    const catalog = await readCatalog(connection);
    const found = chosen.map(({ schema, name }) => {
      const table = catalog.tables.find((each) => each.schema === schema && each.name === name);
      if (!table)
        throw new AppError("bad_input", `There is no table ${schema}.${name} that this user may read.`);
      return table;
    });
    const counting = place(`${key} counting`, connection, chosen);
    const tables = await Promise.all(found.map((table) => countSmall(counting, table)));
    forget(counting.key);
    return { address: catalog.address, tables };
  }

  async function connected(ownerId: string, sourceId: string) {
    const source = await rows.get(ownerId, sourceId, true);
    const { postgres } = source.config;
    if (!postgres) throw new AppError("bad_input", "This source isn't a database that was connected.");
    return { source, postgres };
  }

  return {
    placeOf(source: StoredSource): RowsPlace {
      const { postgres } = source.config;
      if (!postgres) throw new AppError("internal", "The source names no database.");
      return place(keyOf(source), connectionOf(postgres), postgres.tables);
    },
    async inspect(
      ownerId: string,
      { sourceId, ...request }: InspectSource,
      signal?: AbortSignal,
    ): Promise<PostgresCatalog> {
      const from = sourceId === undefined ? reach(request) : (await connected(ownerId, sourceId)).postgres;
      return readCatalog(connectionOf(from), signal);
    },
    async connect(actor: Actor, { title, tables: chosen, ...request }: NewSource): Promise<StoredSource> {
      const from = reach(request);
      const { address, tables } = await lookAt("new", from, chosen);
      const config = { postgres: { ...from, tables: chosen }, address };
      return rows.add(actor, { title: title ?? address.split("/").at(-1) ?? address, config, tables });
    },
    async reconnect(actor: Actor, sourceId: string, edit: SourceEdit): Promise<StoredSource> {
      const { source, postgres } = await connected(actor.ownerId, sourceId);
      const moved = edit.url !== undefined || edit.environment !== undefined;
      const { tables: _, ...stored } = postgres;
      const from = moved ? reach(edit) : stored;
      const chosen = edit.tables ?? postgres.tables;
      const { address, tables } = await lookAt(keyOf(source), from, chosen);
      const config = { postgres: { ...from, tables: chosen }, address };
      const changed = await rows.change(actor, source, {
        title: edit.title ?? source.title,
        config,
        tables,
      });
      forget(keyOf(source));
      return changed;
    },
    async disconnect(actor: Actor, sourceId: string): Promise<void> {
      const { source } = await connected(actor.ownerId, sourceId);
      await rows.remove(actor, source);
      forget(keyOf(source));
    },
  };
}
