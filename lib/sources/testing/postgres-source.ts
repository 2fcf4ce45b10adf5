import { Client } from "pg";
import { person } from "@/lib/changes/actor";
import { openTestSources } from "@/lib/sources/testing/test-sources";
import { startPostgres } from "@/lib/testing/postgres";

const statements = `
  create table orders (id integer primary key, region text, amount numeric(10, 2));
  insert into orders select n, (array['EMEA', 'APAC', 'LATAM'])[1 + n % 3], n * 1.10 from generate_series(1, 90) as n;
  create table secret (id integer, word text);
  insert into secret values (1, 'xyzzy');
  create schema other;
  create table other.secret as select * from secret;
  create table other.sales as select n as id, n * 2 as amount from generate_series(1, 10) as n;
  create table secrets_of_sales as select 1 as id;
  create sequence counter;
  create function harmful() returns integer language plpgsql security definer as 'begin delete from orders; return 1; end';
  create role reader login password 'only-reads' nosuperuser;
  grant usage on schema other to reader;
  grant select on orders, other.sales to reader;
`;

export const chosen = [
  { schema: "public", name: "orders" },
  { schema: "other", name: "sales" },
];

/** A real server with a few tables, of which a superuser's source may see two, and sources to ask. */
export async function openPostgresSource() {
  const server = await startPostgres();
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(statements);
  const test = openTestSources({ limits: { timeoutMs: 3_000 } });
  const source = await test.sources.connect(person("local"), {
    kind: "postgres",
    url: server.url,
    tables: chosen,
  });
  return {
    ...test,
    server,
    admin,
    source,
    readerUrl: server.url.replace(/kaboo:[^@]*/, "reader:only-reads"),
    async close() {
      await test.close();
      await admin.end();
      await server.stop();
    },
  };
}
