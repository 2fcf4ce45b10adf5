import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { ImportUpload } from "@/lib/sources/schema";
import { progressLines } from "@/lib/sources/uploads/progress-lines";

export const POST = route<"uploadId">(async (request, { ownerId, params, signal }) => {
  const asked = await readJson(request, ImportUpload);
  const { sources, queries } = runtime();
  return progressLines(signal, async (watch) => {
    const imported = await sources.importUpload(person(ownerId), params.uploadId, asked, watch);
    const broken = imported.replaced ? await queries.brokenBy(ownerId, imported) : [];
    return { imported: { ...imported, broken } };
  });
});
