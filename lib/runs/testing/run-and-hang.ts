// A server process that starts a run and is killed in the middle of it. Arguments: the folder of its database, or also the URL of that.
import { once } from "node:events";
import { runTeam } from "@/lib/agent/run-team";
import { openDb, openPostgres } from "@/lib/db/client";
import { createRuns } from "@/lib/runs/runs";
import { playScript } from "@/lib/runs/testing/play-script";
import { runInput } from "@/lib/runs/testing/run-input";
import { StreamClient } from "@/lib/runs/testing/stream-client";
import { testTeam } from "@/lib/runs/testing/test-team";
import { newId } from "@/lib/shared/id";

const [, , folder = "", url] = process.argv;
const db = url === undefined ? openDb(folder) : openPostgres(url);
const chooseModel = playScript({
  lead: [
    {
      text: "Both at once.",
      calls: [
        { id: "a", tool: "lab___remember", input: { value: { kept: true } } },
        { id: "b", tool: "lab___slow", input: { ms: 60_000 } },
        { id: "c", tool: "delegate___helper", input: { task: "Wait." } },
      ],
    },
  ],
  helper: [{ text: "I wait.", calls: [{ id: "d", tool: "lab___slow", input: { ms: 60_000 } }] }],
});
const now = () => new Date();
const runs = createRuns({ db, team: testTeam, runTeam, chooseModel, trace: () => {}, now, newId });
await runs.start("local", runInput("t_1", "r_1"));
const client = new StreamClient();
const bothWait = (each: StreamClient) => (JSON.stringify(each.state).match(/"c_\w+":/g) ?? []).length === 2;
await client.read(
  await runs.read("local", "t_1"),
  (each) => bothWait(each) && /kept/.test(JSON.stringify(each.state)),
);
// What a browser has shown by now must survive.
console.log(JSON.stringify({ messages: client.messages, state: client.state, lastId: client.lastId }));
await once(process, "never");
