import { type NextRequest, NextResponse } from "next/server";
import { foreignHost, isAllowedHost } from "@/lib/http/caller";

const isDevelopment = process.env.NODE_ENV !== "production";

/** What a page may load and run (S2): its own files alone, scripts by nonce. Development needs eval and its websocket. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/**
 * Sets the headers every page carries, and answers none under a foreign host (S1). What the API gives away is checked
 * where a route answers (S8), not here.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isAllowedHost(request.headers.get("host"), process.env.KABOO_ALLOWED_HOSTS))
    return new NextResponse(foreignHost, { status: 403, headers: { "content-type": "text/plain" } });
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce from the request's policy; what a caller sent under these names is not trusted.
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("x-frame-options", "SAMEORIGIN");
  return response;
}

// What the API answers has its headers from `next.config.ts`: a body that goes through here is held in memory, cut off at
// 10 MB, and an error in the log when its sender leaves.
export const config = { matcher: "/((?!_next/static/|_next/image$|api/).*)" };
