import pg from "pg";
import { Refusal } from "../refusal.mjs";

const connectMs = 10_000;

/** What keeps a connection from being made, as a sentence that says what to do, without a password. */
function connectRefusal(error, { host, port, user, database }) {
  const at = `${host}:${port}`;
  const sentences = {
    ECONNREFUSED: `Nothing answers at ${at}. Start the database, and check the host and the port.`,
    ENOTFOUND: `There is no host called ${host}. Check its name.`,
    EAI_AGAIN: `The name ${host} can't be looked up now. Check it, and the network.`,
    EHOSTUNREACH: `${host} can't be reached from here. Check the network and its firewall.`,
    "28P01": `The database at ${at} doesn't accept this user name and password.`,
    28000: `The database at ${at} doesn't let ${user} in from here. Its pg_hba.conf decides that; it may ask for TLS.`,
    "3D000": `There is no database ${database} at ${at}.`,
    53300: `The database at ${at} has no connection free. Try again later.`,
    "57P03": `The database at ${at} is starting or stopping. Try again in a moment.`,
  };
  const message = String(error?.message ?? "");
  const known = sentences[error?.code];
  if (known) return new Refusal(known, undefined, "unavailable");
  if (/does not support SSL/.test(message))
    return new Refusal(
      `The database at ${at} has no TLS. Add ?sslmode=disable if the way to it is safe.`,
      undefined,
      "unavailable",
    );
  if (/self.signed|certificate|altnames/i.test(message))
    return new Refusal(
      `The certificate of ${host} isn't trusted here. Give it one that is, or add ?sslmode=no-verify if you know the way to it is safe.`,
      undefined,
      "unavailable",
    );
  if (/timeout/i.test(message))
    return new Refusal(`${at} didn't answer within ${connectMs / 1000} s.`, undefined, "unavailable");
  return new Refusal(`The database at ${at} can't be opened.`, undefined, "unavailable");
}

const settings = [
  // What a text means is then what the parser here reads in it.
  "set standard_conforming_strings = on",
  "set timezone = 'UTC'",
  "set datestyle = 'ISO'",
  "set intervalstyle = 'postgres'",
  "set extra_float_digits = 1",
  "set bytea_output = 'hex'",
  "set default_transaction_read_only = on",
  "set idle_in_transaction_session_timeout = '60s'",
];

/** Opens one connection that only reads. Throws a Refusal. */
export async function connect(connection, { timeoutMs } = {}) {
  const { host, port, user, password, database, tls } = connection;
  const client = new pg.Client({
    host,
    port,
    user,
    password,
    database,
    ssl: tls === "disable" ? false : { rejectUnauthorized: tls === "verify" },
    connectionTimeoutMillis: connectMs,
    application_name: "Kaboo Canvas",
    keepAlive: true,
  });
  // A lost connection is told by the query that needed it.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw connectRefusal(error, connection);
  }
  for (const setting of settings) await client.query(setting);
  // The server's own deadline, a little after ours, and its eye on whether we are still there (from version 14 on).
  if (timeoutMs) await client.query(`set statement_timeout = ${timeoutMs + 2_000}`);
  await client.query("set client_connection_check_interval = 1000").catch(() => {});
  return client;
}
