import { createChanges, type OnChange } from "@/lib/changes/service";
import { createDashboards } from "@/lib/dashboards/service";
import { createFindUses } from "@/lib/dashboards/uses";
import type { Db } from "@/lib/db/client";
import { createKnowledge } from "@/lib/knowledge/service";
import { createQueries } from "@/lib/queries/service";
import type { NewId } from "@/lib/shared/id";
import { createSources, type Sources } from "@/lib/sources/sources";

export type ServicesPorts = {
  dataFolder: string;
  db: Db;
  now: () => Date;
  newId: NewId;
  /** Told of every change that is stored, whoever made it. */
  onChange?: OnChange | undefined;
  /** Made over `dataFolder` when left out. */
  sources?: Sources;
};

export type Services = ReturnType<typeof createServices>;

/** The services that hold everything; the state only refers to it. */
export function createServices({ dataFolder, db, now, newId, onChange, ...given }: ServicesPorts) {
  const sources = given.sources ?? createSources({ dataFolder, db, now, newId, onChange });
  const changes = createChanges({ db, now, newId, onChange });
  const checkSql: Sources["check"] = (ownerId, request) => sources.check(ownerId, request);
  const queries = createQueries({
    db,
    checkSql,
    findUses: createFindUses(db),
    changes,
    now,
    newId,
  });
  const dashboards = createDashboards({ db, queries, changes, now, newId });
  const knowledge = createKnowledge({ db, checkSql, changes, now, newId });
  return { db, sources, changes, queries, dashboards, knowledge };
}
