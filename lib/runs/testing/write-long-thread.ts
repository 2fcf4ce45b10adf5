// Writes a conversation of many turns into a server's data: arguments are its folder, the thread's id, how many turns.
import { openDb } from "@/lib/db/client";
import { writeLongThread } from "@/lib/runs/testing/long-thread";

const [, , folder = "", threadId = "", turns = "0"] = process.argv;
const db = openDb(folder);
await writeLongThread(db, threadId, Number(turns));
await db.$disconnect();
