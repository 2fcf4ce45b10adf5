import { isJsonObject } from "@/lib/shared/json";

/** What a route answered instead of what was asked for, in words for a person. */
export class RequestError extends Error {
  /** 0 when the server was not reached. */
  readonly status: number;
  /** The server's word for it, e.g. `conflict`; `offline` when it was not reached. */
  readonly code: string;
  /** Finds it in the server's log. */
  readonly errorId: string | undefined;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "RequestError";
    this.status = status;
    this.code = code;
    this.errorId = typeof details.id === "string" ? details.id : undefined;
    this.details = details;
  }
}

/** fetch, but whatever isn't a success throws a RequestError with the route's own explanation. */
export async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    if (init?.signal?.aborted) throw cause;
    throw new RequestError(0, "offline", "The server can't be reached. Is it running?");
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}

/**
 * A route's JSON. It is the page's own server that answers, by the schema that `T` is inferred from: what it says is
 * taken by its type, and no checker has to come with the page.
 */
export async function requestJson<T>(path: string, init?: RequestInit): Promise<T> {
  return (await request(path, init)).json();
}

/** A JSON body, sent. */
export function jsonBody(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
}

export async function errorOf(response: Response): Promise<RequestError> {
  const body: unknown = await response.json().catch(() => undefined);
  // It may be a proxy's page instead.
  if (!isJsonObject(body)) {
    return new RequestError(response.status, "http", `The server answered ${response.status}.`);
  }
  const text = (name: string) => (typeof body[name] === "string" ? body[name] : undefined);
  const code = text("type")?.split("#")[1] ?? "http";
  const message = text("detail") ?? text("title") ?? "Something went wrong.";
  return new RequestError(response.status, code, message, body);
}
