// A server process that is killed while a run of it waits for people. Arguments: its database's folder and URL.
import { once } from "node:events";
import { runTeam } from "@/lib/agent/run-team";
import { openDb, openPostgres } from "@/lib/db/client";
import { createRuns } from "@/lib/runs/runs";
import { pausingScript } from "@/lib/runs/testing/pausing-script";
import { playScript } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { askingTeam } from "@/lib/runs/testing/test-team";
import { newId } from "@/lib/shared/id";

const [, , folder = "", url] = process.argv;
const db = url === undefined ? openDb(folder) : openPostgres(url);
const now = () => new Date();
const chooseModel = playScript(pausingScript);
const runs = createRuns({ db, team: askingTeam, runTeam, chooseModel, trace: () => {}, now, newId });
await runs.start("local", runInput("t_1", "r_1"));
await runs.settled();
console.log(JSON.stringify(await db.run.findUniqueOrThrow({ where: { id: "r_1" } })));
await once(process, "never");
