// npm run chaos -- [kills|outages|walk|readers|all] [--database sqlite|postgresql] [--seed N] [--count N] [--light]
// Trials of endurance against the production server (`npm run build` before). Prints a seed that plays the same again.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { playKills } from "@/chaos/kills";
import { playOutages } from "@/chaos/outages";
import { createRandom } from "@/chaos/random";
import { playReaders } from "@/chaos/readers";
import { openGround } from "@/chaos/server";
import { playWalk } from "@/chaos/walk";
import { freePort } from "@/lib/testing/free-port";
import { startPostgres, type TestPostgres } from "@/lib/testing/postgres";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: "string", default: "both" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    count: { type: "string", default: "100" },
    port: { type: "string" },
    light: { type: "boolean", default: false },
  },
});
const [trial = "all"] = positionals;
const databases = values.database === "both" ? ["sqlite", "postgresql"] : [values.database];
const seed = Number(values.seed);
const count = Number(values.count);
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

for (const database of databases) {
  const folder = mkdtempSync(join(tmpdir(), "kaboo-chaos-"));
  const scenarios = join(folder, "scenarios");
  mkdirSync(scenarios);
  const postgres: TestPostgres | undefined = database === "postgresql" ? await startPostgres() : undefined;
  const port = values.port === undefined ? await freePort() : Number(values.port);
  const logFile = join(folder, "server.log");
  let again = `${trial} --database ${database} --seed ${seed} --count ${count}`;
  const parts = {
    dataFolder: join(folder, "data"),
    scenarios,
    databaseUrl: postgres?.url,
    logFile,
    port,
    light: values.light,
  };
  say(`${trial} on ${database}, seed ${seed}; the servers write to ${logFile}`);
  try {
    if (trial === "readers" || trial === "all")
      say(`readers: ${JSON.stringify(await playReaders({ ...parts, readers: 50 }, say))}`);
    if (trial !== "outages" && trial !== "readers") {
      const ground = await openGround(parts, port);
      try {
        if (trial !== "walk") {
          const kills = { kills: count, threads: 4 };
          say(`kills: ${JSON.stringify(await playKills(ground, kills, createRandom(seed), say))}`);
        }
        for (let walk = seed; trial !== "kills" && walk < seed + count; walk++) {
          again = `walk --database ${database} --seed ${walk} --count 1`;
          say(`walk of seed ${walk}: ${JSON.stringify(await playWalk(ground, createRandom(walk), 40))}`);
        }
      } finally {
        await ground.kill();
      }
    }
    if (postgres && (trial === "outages" || trial === "all")) {
      const given = { ...parts, databaseUrl: postgres.url, runs: count };
      say(`outages: ${JSON.stringify(await playOutages(given, createRandom(seed), say))}`);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    say(`failed; play it again with ${again}`);
    console.error(error);
    process.exitCode = 1;
  } finally {
    await postgres?.stop();
  }
}
process.exit();
