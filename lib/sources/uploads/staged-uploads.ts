import { mkdirSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "@/lib/shared/app-error";
import type { NewId } from "@/lib/shared/id";
import { Staged } from "@/lib/sources/uploads/import-work";

const hourMs = 3_600_000;
/** Uploads of one owner that wait for a decision; the oldest goes when there are more. */
const mostWaiting = 8;
const Kept = z.object({ ownerId: z.string(), name: z.string(), staged: Staged });
export type KeptUpload = z.infer<typeof Kept>;

/**
 * A folder for each import. It goes when the import ends; one that waits for a person's decision (which types, which table) is
 * kept for an hour. Nobody else can name it.
 */
export function createStagedUploads(folder: string, newId: NewId) {
  const placeOf = (uploadId: string) => join(folder, uploadId);
  const keptFile = (uploadId: string) => join(placeOf(uploadId), "upload.json");
  const remove = (uploadId: string) => rm(placeOf(uploadId), { recursive: true, force: true, maxRetries: 3 });

  async function read(uploadId: string): Promise<KeptUpload | undefined> {
    const text = await readFile(keptFile(uploadId), "utf8").catch(() => undefined);
    return text === undefined ? undefined : Kept.parse(JSON.parse(text));
  }

  /** What a killed server, or a person who changed their mind, left behind. Younger folders may be another process's work. */
  async function sweep(): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      // Another import may have ended, and taken its folder along, since they were listed.
      const made = await stat(placeOf(name)).catch(() => undefined);
      if (made && Date.now() - made.mtimeMs > hourMs) await remove(name);
    }
  }

  async function dropOldest(ownerId: string): Promise<void> {
    const mine = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const made = await stat(keptFile(name)).catch(() => undefined);
      if (made && (await read(name))?.ownerId === ownerId) mine.push({ name, at: made.mtimeMs });
    }
    mine.sort((one, other) => other.at - one.at);
    for (const { name } of mine.slice(mostWaiting)) await remove(name);
  }

  return {
    remove,
    /** Work in a folder of its own, which is gone afterwards however it ends, unless `keep` was called. */
    async inFolder<Value>(
      use: (work: {
        uploadId: string;
        folder: string;
        keep(upload: KeptUpload): Promise<void>;
      }) => Promise<Value>,
    ): Promise<Value> {
      await sweep();
      const uploadId = newId("u");
      const work = placeOf(uploadId);
      mkdirSync(work, { recursive: true });
      let kept = false;
      try {
        return await use({
          uploadId,
          folder: work,
          async keep(upload) {
            await writeFile(keptFile(uploadId), JSON.stringify(upload), { mode: 0o600 });
            kept = true;
            await dropOldest(upload.ownerId);
          },
        });
      } finally {
        if (!kept) await remove(uploadId);
      }
    },
    /** Throws not_found: for another owner's, and when its hour is over. */
    async get(ownerId: string, uploadId: string): Promise<KeptUpload & { folder: string }> {
      // Nothing but an id of ours becomes part of a path.
      const kept = /^u_[A-Za-z0-9]+$/.test(uploadId) ? await read(uploadId) : undefined;
      if (kept?.ownerId !== ownerId)
        throw new AppError("not_found", "This upload isn't kept any more. Send the file again.");
      return { ...kept, folder: placeOf(uploadId) };
    },
  };
}
