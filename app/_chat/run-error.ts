/** Kinds of failure that have a name of their own; the server's sentence says what to do. */
const titles: Record<string, string> = {
  unauthorized: "The model’s key was refused",
  rate_limited: "The model’s provider asks for a pause",
  over_limit: "A limit is reached",
  unavailable: "The model isn’t available right now",
  cut_off: "The answer broke off",
  too_large: "That is too long for this model",
  forbidden: "The model declined to answer",
  timeout: "That took too long",
  interrupted: "The server stopped during this answer",
  not_found: "This conversation is gone",
  log: "The conversation can’t be stored",
  offline: "The server can’t be reached",
};

/** What went wrong, in a few words. */
export function errorTitle(code: string): string {
  return titles[code] ?? "That didn’t work";
}

/** Whether the same again may help. */
export function mayRetry(code: string): boolean {
  return code !== "too_large" && code !== "not_found" && code !== "log" && code !== "over_limit";
}
