import { Dashboard, type Layout } from "@/lib/dashboards/schema";

/** A dashboard with tables at the places given, for tests. */
export function boardWith(places: Record<string, Layout>): Dashboard {
  return Dashboard.parse({
    id: "d_1",
    title: "Churn",
    description: "",
    report: false,
    version: 3,
    variables: [],
    widgets: Object.entries(places).map(([id, layout]) => ({
      id,
      title: id,
      layout,
      kind: "table",
      queryId: "q_1",
      spec: {},
      placedBy: "agent",
      madeBy: { kind: "agent", name: "visualizer" },
    })),
    createdAt: "2026-11-30T10:00:00Z",
    updatedAt: "2026-11-30T10:00:00Z",
  });
}
