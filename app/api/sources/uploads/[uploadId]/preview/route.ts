import { runtime } from "@/lib/agents/runtime";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { PreviewUpload } from "@/lib/sources/schema";

export const POST = route<"uploadId">(async (request, { ownerId, params, signal }) => {
  const { columns } = await readJson(request, PreviewUpload);
  return json(await runtime().sources.previewUpload(ownerId, params.uploadId, columns, { signal }));
});
