import type { Scenario } from "@/lib/lab/scenario";
import { delegateDashboard } from "@/lib/lab/scenarios/delegate-dashboard";
import { editRefused } from "@/lib/lab/scenarios/edit-refused";
import {
  cutStream,
  failingTool,
  malformedArguments,
  slowView,
  stoppedRun,
  throwingTool,
  throwingView,
} from "@/lib/lab/scenarios/failures";
import { longThread } from "@/lib/lab/scenarios/long-thread";
import { mcpTool } from "@/lib/lab/scenarios/mcp-tool";
import { parallelDelegates } from "@/lib/lab/scenarios/parallel-delegates";
import { approvals, asksTheUser, parallelApprovals } from "@/lib/lab/scenarios/people";
import { references } from "@/lib/lab/scenarios/references";
import { variableAction } from "@/lib/lab/scenarios/variable-action";
import { workspaceExtend } from "@/lib/lab/scenarios/workspace-extend";
import { workspaceExtendRead } from "@/lib/lab/scenarios/workspace-extend-read";
import { workspaceRefresh } from "@/lib/lab/scenarios/workspace-refresh";

export const builtInScenarios: readonly Scenario[] = [
  workspaceExtend,
  workspaceExtendRead,
  workspaceRefresh,
  delegateDashboard,
  parallelDelegates,
  editRefused,
  references,
  variableAction,
  mcpTool,
  failingTool,
  throwingTool,
  throwingView,
  slowView,
  malformedArguments,
  cutStream,
  stoppedRun,
  longThread,
  approvals,
  parallelApprovals,
  asksTheUser,
];
