// npm run db:migration NAME   writes the step from the last migration to prisma/models.prisma, for each provider
// npm run db:migration -- --check   fails when the models changed without one
// Works offline: Prisma's schema engine as WebAssembly compares two schema texts; no database is asked.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { providers, schemaFor } from "./prisma-schema.mjs";
import { root } from "./project.mjs";

const require = createRequire(import.meta.url);
const name = process.argv[2];
const check = name === "--check";
if (!name || !(check || /^[a-z][a-z0-9_]*$/.test(name))) {
  console.error("Say what the migration does, in snake_case: npm run db:migration add_ratings");
  process.exit(2);
}

async function loadWasm() {
  const folder = dirname(require.resolve("@prisma/schema-engine-wasm"));
  const glue = await import(pathToFileURL(join(folder, "schema_engine_bg.js")).href);
  const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, "schema_engine_bg.wasm")), {
    "./schema_engine_bg.js": glue,
  });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** The engine wants a connection even to compare texts; this one only says which database it would be. */
function offlineAdapter(provider) {
  const version = {
    columnNames: ["exists", "version", "numeric_version"],
    columnTypes: [5, 7, 0],
    rows: [[true, "offline", 170000]],
  };
  const connection = {
    provider: provider === "sqlite" ? "sqlite" : "postgres",
    adapterName: "offline",
    queryRaw: async () => (provider === "sqlite" ? { columnNames: [], columnTypes: [], rows: [] } : version),
    executeRaw: async () => 0,
    executeScript: async () => {},
    dispose: async () => {},
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: false }),
    startTransaction: async () => {
      throw new Error("offline");
    },
  };
  return {
    provider: connection.provider,
    adapterName: "offline",
    connect: async () => connection,
    connectToShadowDb: async () => connection,
  };
}

const file = (content) => ({ files: [{ path: "schema.prisma", content }] });

async function stepFor(wasm, provider) {
  const folder = join(root, "prisma", provider, "migrations");
  mkdirSync(folder, { recursive: true });
  const last = readdirSync(folder)
    .filter((entry) => existsSync(join(folder, entry, "schema.prisma")))
    .sort()
    .at(-1);
  const schema = schemaFor(provider);
  const engine = await wasm.SchemaEngine.new(
    { datamodels: [["schema.prisma", schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(offlineAdapter(provider)),
  );
  const from = last
    ? { tag: "schemaDatamodel", ...file(readFileSync(join(folder, last, "schema.prisma"), "utf8")) }
    : { tag: "empty" };
  const diff = await engine.diff({
    from,
    to: { tag: "schemaDatamodel", ...file(schema) },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return { folder, schema, sql: diff.exitCode === 0 ? null : diff.stdout.trimStart() };
}

const wasm = await loadWasm();
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
for (const provider of providers) {
  const step = await stepFor(wasm, provider);
  if (step.sql === null) {
    console.log(`${provider}: up to date`);
  } else if (check) {
    console.error(
      `${provider}: prisma/models.prisma changed without a migration. Run: npm run db:migration NAME\n${step.sql}`,
    );
    process.exitCode = 1;
  } else {
    const folder = join(step.folder, `${stamp}_${name}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "migration.sql"), step.sql);
    writeFileSync(join(folder, "schema.prisma"), step.schema);
    writeFileSync(join(step.folder, "migration_lock.toml"), `provider = "${provider}"\n`);
    console.log(`${provider}: wrote ${stamp}_${name}`);
  }
}
