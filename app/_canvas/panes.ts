import { lazy } from "react";

// What the first view of a conversation does not show is loaded when it is opened (P7).
const loadDashboard = () => import("@/app/_canvas/dashboard/dashboard-view");

export const DashboardView = lazy(async () => ({ default: (await loadDashboard()).DashboardView }));
export const OldVersion = lazy(async () => ({
  default: (await import("@/app/_canvas/dashboard/old-version")).OldVersion,
}));
export const QueryView = lazy(async () => ({
  default: (await import("@/app/_canvas/query/query-view")).QueryView,
}));
export const SourceView = lazy(async () => ({
  default: (await import("@/app/_canvas/query/source-view")).SourceView,
}));
export const ChangesPanel = lazy(async () => ({
  default: (await import("@/app/_canvas/changes/changes-panel")).ChangesPanel,
}));
export const TrashDialog = lazy(async () => ({
  default: (await import("@/app/_canvas/trash-dialog")).TrashDialog,
}));

/** Who works may build a board: it is there by the time there is something to show. */
export function expectDashboard(): void {
  // Opening it says what is wrong.
  loadDashboard().catch(() => {});
}
