import { z } from "zod";
import { RequestError } from "@/app/_session";
import { ImportProgress } from "@/lib/sources/schema";

const Line = z.union([
  z.object({ progress: ImportProgress }),
  z.object({ error: z.object({ message: z.string() }) }),
  z.looseObject({}),
]);
const ProblemText = z.object({ detail: z.string() });

export type Step = { step: "sending" | ImportProgress["step"]; share?: number | undefined };
type Watch = { onStep: (step: Step) => void; signal: AbortSignal };

/**
 * Posts a file or JSON and hears how far the server is, line by line; gives back the last one. XMLHttpRequest, because
 * fetch tells no upload progress (U4). Throws RequestError in the server's words, or AbortError.
 */
export function sendLines(
  path: string,
  body: FormData | string,
  { onStep, signal }: Watch,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    if (typeof body === "string") request.setRequestHeader("content-type", "application/json");
    else
      request.upload.onprogress = ({ loaded, total }) =>
        onStep({ step: "sending", share: total > 0 ? loaded / total : 0 });
    request.onprogress = () => {
      if (request.status >= 300) return;
      const line = lastLine(request.responseText);
      if (line && "progress" in line) onStep(ImportProgress.parse(line.progress));
    };
    request.onload = () => {
      if (request.status >= 300) {
        const problem = ProblemText.safeParse(parse(request.responseText));
        const message = problem.success ? problem.data.detail : `The server answered ${request.status}.`;
        return reject(new RequestError(request.status, "upload", message));
      }
      const line = lastLine(request.responseText);
      const failed = z.object({ error: z.object({ message: z.string() }) }).safeParse(line);
      if (failed.success) return reject(new RequestError(400, "upload", failed.data.error.message));
      if (!line || "progress" in line)
        return reject(new RequestError(0, "upload", "The answer ended early. Try again."));
      resolve(line);
    };
    request.onerror = () => reject(new RequestError(0, "offline", "The server can't be reached."));
    request.onabort = () => reject(new DOMException("Upload stopped", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

/** The last line that has arrived whole. */
function lastLine(text: string) {
  const line = text.slice(0, text.lastIndexOf("\n")).split("\n").at(-1);
  return Line.safeParse(parse(line ?? "")).data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
