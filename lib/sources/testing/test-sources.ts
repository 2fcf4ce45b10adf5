import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "@/lib/db/client";
import { newId } from "@/lib/shared/id";
import { createSources, type SourcesPorts } from "@/lib/sources/sources";

/** A small sample company that is made once and kept between test runs. */
export const small = { sampleAccounts: 400, sampleFolder: ".data-test/sample" };

/**
 * Real sources on a folder and database of their own, with the small sample company. Close them with `await close()`.
 */
export function openTestSources(ports: Partial<SourcesPorts> = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), "kaboo-sources-"));
  const db = openDb(dataFolder);
  const sources = createSources({
    dataFolder,
    db,
    now: () => new Date(),
    newId,
    ...small,
    ...ports,
  });
  return {
    sources,
    db,
    dataFolder,
    async close() {
      await sources.close();
      await db.$disconnect();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
