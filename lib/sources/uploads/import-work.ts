import { z } from "zod";
import { AppError } from "@/lib/shared/app-error";
import { ImportProgress, type Reading, SourceTable, UploadColumn, UploadPreview } from "@/lib/sources/schema";
import { startWorker } from "@/lib/sources/worker-process";

export type ImportLimits = {
  /** The size of what is sent, and of what a packed file may become. */
  maxBytes: number;
  maxUnpackedBytes: number;
  timeoutMs: number;
  memoryMb: number;
  processMb: number;
};

/** What was found in a file, once its values are staged as texts. */
export const Staged = z.object({
  rowCount: z.number(),
  notes: z.array(z.string()),
  columns: z.array(UploadColumn),
});
export type Staged = z.infer<typeof Staged>;

/** One step of an import, for the process that does it. `target` is the copy of the source's rows to write to. */
export type ImportJob = {
  task: "stage" | "preview" | "write" | "drop";
  folder: string;
  staged?: Staged | undefined;
  preview?: boolean;
  base?: string;
  target?: string;
  table?: string;
  replace?: boolean;
  readings?: Reading[] | undefined;
  misfits?: "text" | "null" | "leave_out";
};

const Report = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    staged: Staged.optional(),
    preview: UploadPreview.pick({ rows: true, misfitRows: true, misfitRowCount: true })
      .extend({
        columns: z.array(
          UploadPreview.shape.columns.element.pick({
            type: true,
            reading: true,
            misfits: true,
            examples: true,
          }),
        ),
      })
      .optional(),
    /** How many values or rows didn't fit. */
    unfit: z.number().optional(),
    tables: z.array(SourceTable).optional(),
  }),
  z.object({ ok: z.literal(false), message: z.string(), cause: z.string() }),
]);
const Message = z.union([z.object({ progress: ImportProgress }), Report]);
export type ImportReport = Extract<z.infer<typeof Report>, { ok: true }>;

/** Who is told how far it is, and may stop it. */
export type Watch = {
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Does one step in a process of its own (S4). Throws bad_input that says what is wrong with the file, timeout, cancelled. */
export function runImport(
  job: ImportJob,
  limits: ImportLimits,
  { onProgress, signal }: Watch,
): Promise<ImportReport> {
  const { maxUnpackedBytes: maxBytes, memoryMb, processMb } = limits;
  return new Promise((resolve, reject) => {
    const worker = startWorker("import-worker", {});
    let settle = () =>
      reject(new AppError("bad_input", "The file needs more memory than an import may use."));
    const stop = (reason: AppError) => {
      settle = () => reject(reason);
      worker.kill("SIGKILL");
    };
    const onAbort = () => stop(new AppError("cancelled", "The import was cancelled."));
    const late = `The file took longer than ${limits.timeoutMs / 1000} s to read. Send a smaller one.`;
    const deadline = setTimeout(() => stop(new AppError("timeout", late)), limits.timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (sent) => {
      const message = Message.parse(sent);
      if ("progress" in message) return onProgress?.(message.progress);
      settle = () => {
        if (message.ok) resolve(message);
        else reject(new AppError("bad_input", message.message, { cause: message.cause }));
      };
    });
    worker.on("exit", () => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", onAbort);
      settle();
    });
    worker.send({ ...job, maxBytes, memoryMb, processMb });
    if (signal?.aborted) onAbort();
  });
}
