import { pino, stdSerializers } from "pino";
import pretty from "pino-pretty";
import { env } from "@/lib/env";

/**
 * The server's log: one line of JSON an entry on stdout, readable lines in development. Entries name what they are about
 * by `threadId`, `runId`, `toolCallId`, `errorId` (the id a problem's reader was given, S6); an error goes under `err`.
 * Never prompts, rows, SQL or secrets (S5).
 */
export const log = pino(
  {
    level: env.KABOO_LOG,
    base: null,
    serializers: { err: stdSerializers.errWithCause },
    timestamp: pino.stdTimeFunctions.isoTime,
  },
  env.NODE_ENV === "development"
    ? pretty({ sync: true, translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname" })
    : pino.destination({ sync: true }),
);
