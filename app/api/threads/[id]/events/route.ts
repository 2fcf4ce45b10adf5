import { runtime } from "@/lib/agents/runtime";
import { route } from "@/lib/http/route";
import { answerEvents } from "@/lib/runs/endpoints";

export const GET = route<"id">((request, { params, ownerId }) =>
  answerEvents(runtime().runs, request, ownerId, params.id),
);
