import { parseDocument } from "@/lib/dashboards/document";
import { specColumns } from "@/lib/dashboards/spec-columns";
import type { Db } from "@/lib/db/client";
import { ownedBy } from "@/lib/db/owned";
import type { QueryUse } from "@/lib/queries/schema";

/** Finds the widgets that draw from any of these queries. */
export function createFindUses(db: Db) {
  return async (ownerId: string, queryIds: string[]): Promise<QueryUse[]> => {
    const wanted = new Set(queryIds);
    const rows = await db.dashboard.findMany({ where: { ...ownedBy(ownerId), deletedAt: null } });
    return rows.flatMap((row) => {
      const { title, widgets } = parseDocument(row);
      return Object.values(widgets).flatMap((widget) =>
        widget.kind !== "text" && wanted.has(widget.queryId)
          ? {
              queryId: widget.queryId,
              dashboardId: row.id,
              dashboardTitle: title,
              widgetId: widget.id,
              widgetTitle: widget.title,
              columns: specColumns(widget).map((each) => each.column),
            }
          : [],
      );
    });
  };
}
