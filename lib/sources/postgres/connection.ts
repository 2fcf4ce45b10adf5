import { z } from "zod";
import { AppError } from "@/lib/shared/app-error";

/** What it takes to reach a database. Holds a password: it is stored hidden and goes to workers alone (S5). */
export const PostgresConnection = z.object({
  host: z.string(),
  port: z.number().int(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
  /** `verify`: encrypted, by a certificate that is trusted here. */
  tls: z.enum(["verify", "no-verify", "disable"]),
});
export type PostgresConnection = z.infer<typeof PostgresConnection>;

const local = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);
const modes: Record<string, PostgresConnection["tls"]> = {
  disable: "disable",
  require: "verify",
  "verify-ca": "verify",
  "verify-full": "verify",
  "no-verify": "no-verify",
};
const form = "postgres://user:password@host:5432/database";
const environmentName = /^KABOO_SOURCE_[A-Z0-9_]+$/;

function words(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Reads an address such as `postgres://user:password@host:5432/database?sslmode=require`. TLS is asked for unless the
 * database is on this machine. Of the options only `sslmode` is taken: others name files. Throws bad_input.
 */
export function parseConnection(address: string): PostgresConnection {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === "" || url.username === "")
    throw new AppError("bad_input", `This isn't a PostgreSQL address. It looks like ${form}.`);
  const options = [...url.searchParams.keys()].filter((option) => option !== "sslmode");
  if (options.length > 0)
    throw new AppError(
      "bad_input",
      `The option ${options[0]} isn't taken. Only sslmode may follow the database's name.`,
    );
  const host = words(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const mode = url.searchParams.get("sslmode") ?? (local.has(host) ? "disable" : "require");
  const tls = modes[mode];
  if (!tls) throw new AppError("bad_input", `sslmode is one of ${Object.keys(modes).join(", ")}.`);
  const database = words(url.pathname.slice(1));
  if (database === "" || database.includes("/"))
    throw new AppError("bad_input", `Name the database after the host: ${form}.`);
  return {
    host,
    port: url.port === "" ? 5432 : Number(url.port),
    user: words(url.username),
    password: words(url.password),
    database,
    tls,
  };
}

/** The address in a variable of the server's environment, so that it is stored nowhere. Throws bad_input. */
export function connectionFromEnvironment(
  name: string,
  environment: Record<string, string | undefined>,
): PostgresConnection {
  if (!environmentName.test(name))
    throw new AppError(
      "bad_input",
      "The variable's name begins with KABOO_SOURCE_, such as KABOO_SOURCE_SHOP.",
    );
  const address = environment[name];
  if (!address)
    throw new AppError("bad_input", `The server has no variable ${name}. Set it and start the server again.`);
  return parseConnection(address);
}

/** What may be shown of it. */
export const placeName = ({ host, port, database }: PostgresConnection) => `${host}:${port}/${database}`;
