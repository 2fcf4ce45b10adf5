import { runtime } from "@/lib/agents/runtime";
import { limitRuns } from "@/lib/http/rate-limit";
import { route } from "@/lib/http/route";
import { answerRun } from "@/lib/runs/endpoints";

export const POST = route((request, { ownerId }) => {
  limitRuns(ownerId);
  return answerRun(runtime().runs, request, ownerId);
});
