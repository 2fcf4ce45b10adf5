import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { person } from "@/lib/changes/actor";
import { openDb, openPostgres } from "@/lib/db/client";
import { createSecrets } from "@/lib/db/secrets";
import { openTestDatabase } from "@/lib/db/testing/databases";
import { newId } from "@/lib/shared/id";
import { createSources } from "@/lib/sources/sources";
import { openTestSources, small } from "@/lib/sources/testing/test-sources";
import { installedPostgres } from "@/scripts/postgres.mjs";

const folder = mkdtempSync(join(tmpdir(), "kaboo-backup-"));
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

type Settings = { KABOO_DATA: string; DATABASE_URL?: string };

/** Nobody serves on this port. */
const run = (script: string, target: string, settings: Settings) =>
  promisify(execFile)(process.execPath, [`scripts/${script}.mjs`, target], {
    env: { ...process.env, DATABASE_URL: "", PORT: "1", ...settings },
  });

async function* lines(text: string) {
  yield Buffer.from(text);
}

const ports = { now: () => new Date(), newId, ...small };

test("[U6] a backup made while files are imported fits together; restored, its tables and secrets are read", async () => {
  const kaboo = openTestSources();
  const secrets = createSecrets({ dataFolder: kaboo.dataFolder });
  const hidden = secrets.hide("a password");
  let stop = false;
  const importRound = (round: number) =>
    kaboo.sources.importFile(person("local"), {
      name: `round_${round}.csv`,
      chunks: lines(`round\n${round}\n`),
    });
  await importRound(1);
  const writing = (async () => {
    for (let round = 2; !stop; round++) await importRound(round);
  })();
  const target = join(folder, "backup");
  await run("backup", target, { KABOO_DATA: kaboo.dataFolder });
  stop = true;
  await writing;
  await expect(run("backup", target, { KABOO_DATA: kaboo.dataFolder })).rejects.toThrow(/exists/);
  await kaboo.close();

  const dataFolder = join(folder, "restored");
  await run("restore", target, { KABOO_DATA: dataFolder });
  const db = openDb(dataFolder);
  const sources = createSources({ ...ports, dataFolder, db });
  const { tables } = await sources.defaultSource("local");
  for (const { name } of tables.filter(({ name }) => name.startsWith("round")))
    expect((await sources.run("local", { sql: `select * from ${name}` })).rows).toHaveLength(1);
  expect(tables.map(({ name }) => name)).toContain("round_1");
  expect(createSecrets({ dataFolder }).reveal(hidden)).toBe("a password");
  expect(statSync(join(dataFolder, "secret.key")).mode & 0o077).toBe(0);
  await sources.close();
  await db.$disconnect();
}, 60_000);

test("[U6] restoring over data moves it aside, and a folder that is no backup changes nothing", async () => {
  const { folder: dataFolder, db } = openTestDatabase("sqlite");
  await db.dashboard.count();
  const target = join(folder, "one");
  await run("backup", target, { KABOO_DATA: dataFolder });
  await db.thread.create({
    data: {
      id: "t_late",
      ownerId: "local",
      state: {},
      browserState: {},
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  await db.$disconnect();
  await expect(run("restore", join(folder, "none"), { KABOO_DATA: dataFolder })).rejects.toThrow(
    /not a backup/,
  );
  const { stdout } = await run("restore", target, { KABOO_DATA: dataFolder });
  const [, aside = ""] = /What was there is in (\S+)\./.exec(stdout) ?? [];
  const [now, before] = [openDb(dataFolder), openDb(aside)];
  expect([await now.thread.count(), await before.thread.count()]).toEqual([0, 1]);
  await Promise.all([now.$disconnect(), before.$disconnect()]);
  for (const each of [dataFolder, aside]) rmSync(each, { recursive: true, force: true, maxRetries: 3 });
});

// The npm package that stands in for an installed PostgreSQL has no client programs.
const hasPrograms = existsSync(join(installedPostgres() ?? "", "pg_dump"));

test.runIf(hasPrograms)("[U6] [N2] a PostgreSQL database comes back as it was", async () => {
  const { url = "", db, folder: dataFolder, close } = openTestDatabase("postgresql");
  const settings = { KABOO_DATA: dataFolder, DATABASE_URL: url };
  const thread = (id: string) => ({
    ...{ id, ownerId: "local", state: { a: [1] }, browserState: {} },
    ...{ createdAt: new Date(), updatedAt: new Date() },
  });
  await db.thread.create({ data: thread("t_kept") });
  const target = join(folder, "two");
  await run("backup", target, settings);
  expect(readdirSync(target)).toContain("kaboo.dump");
  expect(readFileSync(join(target, "backup.json"), "utf8")).not.toContain(new URL(url).password);
  await db.thread.create({ data: thread("t_late") });
  await db.$disconnect();
  await run("restore", target, settings);
  const again = openPostgres(url);
  expect(await again.thread.findMany({ select: { id: true, state: true } })).toEqual([
    { id: "t_kept", state: { a: [1] } },
  ]);
  await again.$disconnect();
  await close();
});
