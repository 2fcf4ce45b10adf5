import { renameSync, rmSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { leaveWithParent } from "./leave-with-parent.mjs";
import { writeSample } from "./sample/write-sample.mjs";

// Makes the sample company's file, under another name until it is whole.
const { file, accounts } = JSON.parse(process.argv[2]);
const unfinished = `${file}.${process.pid}`;

leaveWithParent();
try {
  const instance = await DuckDBInstance.create(unfinished, { threads: "2", memory_limit: "512MB" });
  const connection = await instance.connect();
  // Nobody hears it when the server has ended meanwhile; then this ends, too.
  const tell = (table, rows) => process.send({ table, rows }, () => {});
  await writeSample(connection, accounts, tell);
  await connection.run("checkpoint");
  connection.closeSync();
  instance.closeSync();
  renameSync(unfinished, file);
  process.send({ ok: true }, () => process.exit(0));
} catch (error) {
  rmSync(unfinished, { force: true });
  rmSync(`${unfinished}.wal`, { force: true });
  process.send({ ok: false, message: String(error?.message ?? error) }, () => process.exit(1));
}
