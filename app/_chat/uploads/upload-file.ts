import { z } from "zod";
import { RequestError } from "@/app/_session";
import { Column } from "@/lib/sources/schema";

const Uploaded = z.object({
  sourceId: z.string(),
  table: z.string(),
  columns: z.array(Column),
  rowCount: z.number(),
});
export type Uploaded = z.infer<typeof Uploaded>;

const ProblemText = z.object({ detail: z.string() });

/** Sends one file to become a table. XMLHttpRequest, because fetch tells no upload progress (U4). */
export function uploadFile(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/sources/upload");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const answer = parse(request.responseText);
      const uploaded = Uploaded.safeParse(answer);
      if (request.status < 300 && uploaded.success) return resolve(uploaded.data);
      const problem = ProblemText.safeParse(answer);
      const message = problem.success ? problem.data.detail : `The server answered ${request.status}.`;
      reject(new RequestError(request.status, "upload", message));
    };
    request.onerror = () => reject(new RequestError(0, "offline", "The server can't be reached."));
    request.onabort = () => reject(new DOMException("Upload stopped", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    const body = new FormData();
    body.set("file", file);
    request.send(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
