import { runtime } from "@/lib/agents/runtime";
import { route } from "@/lib/http/route";
import { answerRun } from "@/lib/runs/endpoints";

export const POST = route((request, { ownerId }) => answerRun(runtime().runs, request, ownerId));
