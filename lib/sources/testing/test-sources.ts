import { openTestDatabase } from "@/lib/db/testing/databases";
import { newId } from "@/lib/shared/id";
import { createSources, type SourcesPorts } from "@/lib/sources/sources";

/** A small sample company that is made once and kept between test runs. */
export const small = { sampleAccounts: 400, sampleFolder: ".data-test/sample" };

/**
 * Real sources on a folder and database of their own, with the small sample company. Close them with `await close()`.
 */
export function openTestSources(ports: Partial<SourcesPorts> = {}) {
  const database = openTestDatabase();
  const { db, folder: dataFolder } = database;
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
      await database.close();
    },
  };
}
