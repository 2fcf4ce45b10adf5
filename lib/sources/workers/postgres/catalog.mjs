const readableTables = `
  select n.nspname, c.relname, greatest(c.reltuples, -1)::bigint::text,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum),
    array(select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum),
    has_table_privilege(c.oid, 'INSERT') or has_table_privilege(c.oid, 'UPDATE') or has_table_privilege(c.oid, 'DELETE')
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema$)'
    and has_schema_privilege(n.oid, 'USAGE') and has_table_privilege(c.oid, 'SELECT')
  order by n.nspname <> 'public', n.nspname, c.relname limit 2000`;

const powers = `
  select r.rolsuper, r.rolcreaterole or r.rolcreatedb or r.rolbypassrls or r.rolreplication,
    exists (select 1 from pg_roles p where p.rolname ~ '^pg_(write|execute|read_server|signal|maintain|create)' and pg_has_role(r.oid, p.oid, 'MEMBER'))
  from pg_roles r where r.rolname = current_user`;

const rowsOf = async (client, text) => (await client.query({ text, rowMode: "array" })).rows;

/** What a role may do beyond reading, in sentences: it should be told before agents are let in. */
function warningsOf([superuser, manages, serverRole], writable) {
  const warnings = [];
  if (superuser)
    warnings.push("This user is a superuser: it may read files and run programs on the database's machine.");
  else if (serverRole) warnings.push("This user belongs to a server role that may do more than read tables.");
  if (!superuser && manages) warnings.push("This user may manage roles, databases or replication.");
  if (writable > 0 && !superuser)
    warnings.push(`This user may write to ${writable === 1 ? "one table" : `${writable} tables`}.`);
  return warnings;
}

/** The tables a user may read, with columns and about how many rows; what else it may do; and the server's version. */
export async function readCatalog(client) {
  const tables = await rowsOf(client, readableTables);
  const [power] = await rowsOf(client, powers);
  const [[version]] = await rowsOf(client, "show server_version");
  return {
    version,
    tables: tables.map(([schema, name, rows, names, types]) => ({
      schema,
      name,
      rowCount: Math.max(0, Number(rows)),
      columns: names.map((column, index) => ({ name: column, type: types[index] })),
    })),
    warnings: warningsOf(power, tables.filter(([, , , , , writable]) => writable).length),
  };
}

/** The built-in functions that answer the same for the same rows, by the server's own list. */
export async function readFunctions(client) {
  const rows = await rowsOf(
    client,
    "select proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace group by 1 having bool_and(provolatile <> 'v')",
  );
  return new Set(rows.map(([name]) => name));
}
