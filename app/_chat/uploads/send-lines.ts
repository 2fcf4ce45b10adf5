import { RequestError } from "@/app/_session";
import { isJsonObject } from "@/lib/shared/json";
import type { ImportProgress } from "@/lib/sources/schema";

type Line<T> = { progress: ImportProgress } | { error: { message: string } } | T;

export type Step = { step: "sending" | ImportProgress["step"]; share?: number | undefined };
type Watch = { onStep: (step: Step) => void; signal: AbortSignal };

/**
 * Posts a file or JSON and hears how far the server is, line by line; gives back the last one. XMLHttpRequest, because
 * fetch tells no upload progress (U4). Throws RequestError in the server's words, or AbortError.
 */
export function sendLines<T extends object>(
  path: string,
  body: FormData | string,
  { onStep, signal }: Watch,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    if (typeof body === "string") request.setRequestHeader("content-type", "application/json");
    else
      request.upload.onprogress = ({ loaded, total }) =>
        onStep({ step: "sending", share: total > 0 ? loaded / total : 0 });
    request.onprogress = () => {
      if (request.status >= 300) return;
      const line = lastLine<T>(request.responseText);
      if (line && "progress" in line) onStep(line.progress);
    };
    request.onload = () => {
      if (request.status >= 300) {
        const problem = parse(request.responseText);
        const told = isJsonObject(problem) && typeof problem.detail === "string" ? problem.detail : undefined;
        const message = told ?? `The server answered ${request.status}.`;
        return reject(new RequestError(request.status, "upload", message));
      }
      const line = lastLine<T>(request.responseText);
      if (line && "error" in line) return reject(new RequestError(400, "upload", line.error.message));
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
function lastLine<T extends object>(text: string): Line<T> | undefined {
  const line = parse(text.slice(0, text.lastIndexOf("\n")).split("\n").at(-1) ?? "");
  return isJsonObject(line) ? (line as Line<T>) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
