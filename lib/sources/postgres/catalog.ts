import { z } from "zod";
import { AppError } from "@/lib/shared/app-error";
import { type PostgresConnection, placeName } from "@/lib/sources/postgres/connection";
import { PostgresCatalog } from "@/lib/sources/schema";
import { startWorker } from "@/lib/sources/worker-process";

const deadlineMs = 20_000;
const Reply = z.union([
  z.object({ ok: z.literal(true), catalog: PostgresCatalog.omit({ address: true }) }),
  z.object({ unready: z.string(), code: z.enum(["unavailable", "bad_input", "internal"]) }),
]);

/** Opens a database once, in a process of its own, to see what is there. Throws unavailable with what to do. */
export function readCatalog(connection: PostgresConnection, signal?: AbortSignal) {
  return new Promise<z.infer<typeof PostgresCatalog>>((resolve, reject) => {
    const worker = startWorker("postgres-worker", { processMb: 512 });
    const { host, port } = connection;
    const address = placeName(connection);
    const late = new AppError("unavailable", `${host}:${port} didn't answer within ${deadlineMs / 1000} s.`);
    const end = (settle: () => void) => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", onAbort);
      worker.removeAllListeners();
      worker.kill("SIGKILL");
      settle();
    };
    const onAbort = () => end(() => reject(new AppError("cancelled", "Connecting was cancelled.")));
    const deadline = setTimeout(() => end(() => reject(late)), deadlineMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (message) => {
      const reply = Reply.parse(message);
      if ("ok" in reply) end(() => resolve({ address, ...reply.catalog }));
      else end(() => reject(new AppError(reply.code, reply.unready)));
    });
    worker.on("exit", () => end(() => reject(new AppError("unavailable", "The database can't be opened."))));
    worker.send({ inspect: connection });
  });
}
