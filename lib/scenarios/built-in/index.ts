import { delegateDashboard } from "@/lib/scenarios/built-in/delegate-dashboard";
import { editRefused } from "@/lib/scenarios/built-in/edit-refused";
import {
  cutStream,
  failingTool,
  malformedArguments,
  slowView,
  stoppedRun,
  throwingTool,
  throwingView,
} from "@/lib/scenarios/built-in/failures";
import { longThread } from "@/lib/scenarios/built-in/long-thread";
import { mcpTool } from "@/lib/scenarios/built-in/mcp-tool";
import { parallelDelegates } from "@/lib/scenarios/built-in/parallel-delegates";
import { approvals, asksTheUser, parallelApprovals } from "@/lib/scenarios/built-in/people";
import { references } from "@/lib/scenarios/built-in/references";
import { variableAction } from "@/lib/scenarios/built-in/variable-action";
import { workspaceExtend } from "@/lib/scenarios/built-in/workspace-extend";
import { workspaceExtendRead } from "@/lib/scenarios/built-in/workspace-extend-read";
import { workspaceRefresh } from "@/lib/scenarios/built-in/workspace-refresh";
import type { Scenario } from "@/lib/scenarios/scenario";

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
