import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { json } from "@/lib/http/json";
import { limitUploads } from "@/lib/http/rate-limit";
import { route } from "@/lib/http/route";
import { withUploadedFile } from "@/lib/sources/uploads/multipart";

export const POST = route(async (request, { ownerId, signal }) => {
  limitUploads(ownerId);
  return withUploadedFile(request, async (file) =>
    json(await runtime().sources.importFile(person(ownerId), { ...file, signal }), { status: 201 }),
  );
});
