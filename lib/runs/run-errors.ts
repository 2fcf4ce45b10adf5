import { AppError, isAppError } from "@/lib/shared/app-error";

const busyReason = "busy";

/** A conflict that passes when the thread's run ends (R6). */
export function busy(message: string, cause?: unknown): AppError {
  return new AppError("conflict", message, { cause, details: { reason: busyReason } });
}

export function isBusy(error: unknown): boolean {
  return isAppError(error) && error.details?.reason === busyReason;
}
