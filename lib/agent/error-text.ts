import { AppError, isAppError } from "@/lib/shared/app-error";

/** What an error says, for a trace or a log. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error that may be shown (S6): the AppError in it, or a plain sentence with the error as its cause. */
export function showableError(error: unknown): AppError {
  for (let each = error; each instanceof Error; each = innerError(each)) if (isAppError(each)) return each;
  return new AppError("internal", "Something went wrong while answering. Please try again.", {
    cause: error,
  });
}

/** The model library wraps what a provider threw, as a cause or as the last of its attempts. */
function innerError(error: Error): unknown {
  return error.cause ?? Reflect.get(error, "lastError");
}
