import { z } from "zod";

const Problem = z.looseObject({
  type: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  status: z.number().optional(),
  id: z.string().optional(),
});

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

/** A JSON body, sent. */
export function jsonBody(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
}

export async function errorOf(response: Response): Promise<RequestError> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = Problem.safeParse(body);
  if (!problem.success) {
    return new RequestError(response.status, "http", `The server answered ${response.status}.`);
  }
  const { type, title, detail } = problem.data;
  const code = type?.split("#")[1] ?? "http";
  return new RequestError(response.status, code, detail ?? title ?? "Something went wrong.", problem.data);
}
