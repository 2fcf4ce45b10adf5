import { AppError } from "@/lib/shared/app-error";

const localNames = ["localhost", "127.0.0.1", "[::1]"];
const reading = new Set(["GET", "HEAD", "OPTIONS"]);

export const foreignHost = "This host name is not allowed. Add it to KABOO_ALLOWED_HOSTS.";

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function hostName(host: string): string | undefined {
  return parseUrl(`http://${host}`)?.hostname;
}

/** Local names on any port, and those in `KABOO_ALLOWED_HOSTS` (commas between); anything else may be DNS rebinding (S1). */
export function isAllowedHost(host: string | null, further = ""): boolean {
  const name = hostName(host ?? "");
  if (!name) return false;
  const names = further.split(",").flatMap((each) => hostName(each.trim()) ?? []);
  return [...localNames, ...names].includes(name);
}

/** Whether a request that changes something comes from a page of this server, or from no page at all (S1). */
export function isSameSite(request: Request): boolean {
  if (reading.has(request.method)) return true;
  const site = request.headers.get("sec-fetch-site");
  if (site && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.get("origin");
  return origin === null || parseUrl(origin)?.host === request.headers.get("host");
}

/** Refuses foreign hosts and other sites' pages. Checked here and not only in the proxy (S8). Throws forbidden. */
export function checkCaller(request: Request, allowedHosts?: string): void {
  if (!isAllowedHost(request.headers.get("host"), allowedHosts)) throw new AppError("forbidden", foreignHost);
  if (!isSameSite(request)) throw new AppError("forbidden", "Another site may not change anything here.");
}
