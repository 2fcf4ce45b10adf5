import type { Scenario } from "@/lib/lab/scenario";
import { delegateDashboard } from "@/lib/lab/scenarios/delegate-dashboard";
import { references } from "@/lib/lab/scenarios/references";
import { workspaceExtend } from "@/lib/lab/scenarios/workspace-extend";
import { workspaceExtendRead } from "@/lib/lab/scenarios/workspace-extend-read";
import { workspaceRefresh } from "@/lib/lab/scenarios/workspace-refresh";

export const builtInScenarios: readonly Scenario[] = [
  workspaceExtend,
  workspaceExtendRead,
  workspaceRefresh,
  delegateDashboard,
  references,
];
