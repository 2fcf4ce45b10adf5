import { AppError } from "@/lib/shared/app-error";

/**
 * The version an edit was made on, from `If-Match: "<version>"`. Throws precondition_required without it and bad_input
 * when it is not a version.
 */
export function ifMatch(request: Request): number {
  const header = request.headers.get("if-match");
  if (header === null)
    throw new AppError("precondition_required", 'Say which version this edits: If-Match: "<version>".');
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new AppError("bad_input", `If-Match must be "<version>", not ${header}.`);
  return Number(version);
}

/** The header that goes with it. */
export function etag(version: number): { etag: string } {
  return { etag: `"${version}"` };
}
