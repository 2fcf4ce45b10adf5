/** The kinds of failure a caller can be told about; `lib/http` gives each its status. */
export type AppErrorCode =
  | "bad_input"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "precondition_required"
  | "unsupported"
  | "rate_limited"
  | "over_limit"
  | "unavailable"
  | "cut_off"
  | "timeout"
  | "cancelled"
  | "internal";

/** An error whose message may be shown: it says what to do, and holds no path, stack or secret (S6). */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** Shown beside the message, e.g. the position in an SQL text or what changed since. */
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: AppErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
  }

  /**
   * Known by name: in development each route may hold a copy of this class of its own, while services live on across
   * hot reloads and throw an older one.
   */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === "AppError";
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}
