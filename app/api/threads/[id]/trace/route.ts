import { runtime } from "@/lib/agents/runtime";
import { json } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { answerTrace } from "@/lib/runs/endpoints";

/** Development only: whole prompts (C10). */
export const GET = route<"id">(async (request, { params, ownerId }) =>
  json(await answerTrace(runtime(), request, { ownerId, threadId: params.id })),
);
