import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "@/lib/db/client";
import { newId } from "@/lib/shared/id";
import { createSources, type SourcesPorts } from "@/lib/sources/sources";

/**
 * Real sources on a folder and database of their own, with a small sample company that is made once and kept between
 * test runs. Close them with `await close()`.
 */
export function openTestSources(ports: Partial<SourcesPorts> = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), "kaboo-sources-"));
  const db = openDb(dataFolder);
  const sources = createSources({
    dataFolder,
    db,
    now: () => new Date(),
    newId,
    sampleAccounts: 400,
    sampleFolder: ".data-test/sample",
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
