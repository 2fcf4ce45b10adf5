import type { Tool } from "@/lib/agent/tool";
import type { Dashboards } from "@/lib/dashboards/service";
import { createDashboardTools } from "@/lib/dashboards/tools/dashboard-tools";
import { createWidgetTools } from "@/lib/dashboards/tools/widget-tools";

/** What an agent may do with dashboards (X1). */
export function createDashboardsTools(dashboards: Dashboards): Tool[] {
  return [...createDashboardTools(dashboards), ...createWidgetTools(dashboards)];
}
