import { z } from "zod";
import { ApprovalAnswer } from "@/lib/agent/approval";
import type { Answer, OpenRequest } from "@/lib/agent/open-request";
import type { Team } from "@/lib/agent/team";
import type { Json } from "@/lib/shared/json";

/** What is wrong with an answer, for whoever gives it, or undefined: it fits what was asked (H1, H2). */
export function answerProblem(
  team: Team,
  request: OpenRequest | undefined,
  { status, payload }: Answer,
): string | undefined {
  if (!request || status !== "resolved" || request.kind === "client") return undefined;
  const { tool: name, arguments: input } = request.interrupt.metadata ?? {};
  const tool = team.tools.find((each) => each.name === name);
  if (request.kind === "question") return tool?.asks?.(input as Json).check(payload);
  const answer = ApprovalAnswer.safeParse(payload);
  if (!answer.success) return z.prettifyError(answer.error);
  if (!answer.data.approved || !answer.data.editedArgs || !tool) return undefined;
  const checked = tool.check(answer.data.editedArgs);
  return checked.ok ? undefined : `The edited arguments are not valid.\n${checked.error}`;
}
