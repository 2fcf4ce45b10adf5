import { runtime } from "@/lib/agents/runtime";
import { route } from "@/lib/http/route";

export const DELETE = route<"uploadId">(async (_request, { ownerId, params }) => {
  await runtime().sources.discardUpload(ownerId, params.uploadId);
  return new Response(null, { status: 204 });
});
