import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/app-error";

/** Whether new work may be sent here: the database answers, and the server is not about to stop (R5). 503 otherwise. */
export const GET = route(async () => {
  const { db, runs } = runtime();
  if (runs.isDraining()) throw new AppError("unavailable", "The server is about to stop.");
  try {
    await db.thread.count();
  } catch (cause) {
    throw new AppError("unavailable", "The database does not answer.", { cause });
  }
  return json({ status: "ready" });
});
