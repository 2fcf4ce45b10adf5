import { runtime } from "@/lib/agents/runtime";
import { limitUploads } from "@/lib/http/rate-limit";
import { route } from "@/lib/http/route";
import { withUploadedFile } from "@/lib/sources/uploads/multipart";
import { progressLines } from "@/lib/sources/uploads/progress-lines";

export const POST = route(async (request, { ownerId, signal }) => {
  limitUploads(ownerId);
  return progressLines(signal, (watch) =>
    withUploadedFile(request, async (file) => ({
      preview: await runtime().sources.stageUpload(ownerId, { ...file, ...watch }),
    })),
  );
});
