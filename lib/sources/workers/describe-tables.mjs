const quote = (name) => `"${name.replaceAll('"', '""')}"`;

/** What a list of sources shows of each table: its columns and how many rows it has. */
export async function describeTables(connection) {
  const columns = await connection.runAndReadAll(
    "select table_name, column_name, data_type from duckdb_columns() where database_name = current_database() and schema_name = 'main' and not internal order by table_oid, column_index",
  );
  const tables = new Map();
  for (const [table, name, type] of columns.getRows())
    tables.set(table, [...(tables.get(table) ?? []), { name: String(name), type: String(type) }]);
  const described = [];
  for (const [name, itsColumns] of tables) {
    const count = await connection.runAndReadAll(`select count(*) from ${quote(name)}`);
    described.push({ name, rowCount: Number(count.getRows()[0][0]), columns: itsColumns });
  }
  return described;
}
