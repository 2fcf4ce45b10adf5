import { APICallError } from "ai";
import { AppError, isAppError } from "@/lib/shared/app-error";
import { isJsonObject } from "@/lib/shared/json";

/** What went wrong at a provider, told apart (T5). */
export type ProviderFailure =
  | "bad_key"
  | "no_such_model"
  | "rate_limit"
  | "no_credit"
  | "overloaded"
  | "context_too_long"
  | "refused"
  | "unreachable"
  | "cut_off"
  | "stopped_short"
  | "bad_request";

const tooLong =
  /context.{0,20}(length|window|limit|exceed)|exceeds?.{0,20}context|prompt is too long|too many (input )?tokens|maximum.{0,30}tokens|exceeds the maximum number of tokens/i;
const exhausted = /insufficient_(quota|balance)|credit balance|credits are depleted/i;
/** Some say so of a mere rate limit, too; then they also say how long to wait. */
const maybeExhausted = /billing/i;

/** An error that says what to do, with `details.failure` naming it. Stop and our own errors pass unchanged. */
export function explainProviderError(error: unknown, title: string): unknown {
  return isAppError(error) || isAbort(error) ? error : providerError(failureOf(error), title, error);
}

/** The same for a failure that is known by what the model said. */
export function providerError(failure: ProviderFailure, title: string, error?: unknown): AppError {
  const retryAfterMs = failure === "rate_limit" ? retryAfterOf(error) : undefined;
  return new AppError(codes[failure], sentences[failure](title, retryAfterMs), {
    details: { failure, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    cause: error,
  });
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

export function failureOf(error: unknown): ProviderFailure {
  const said = saidBy(error);
  const status = statusOf(error);
  if (status === undefined) {
    if (!APICallError.isInstance(error)) return failureOfEvent(said);
    return error.message === "terminated" ? "cut_off" : "unreachable";
  }
  const isOut = exhausted.test(said) || (maybeExhausted.test(said) && retryAfterOf(error) === undefined);
  if (status === 402 || (status >= 400 && isOut)) return "no_credit";
  if (status === 401 || status === 403 || /API key not valid/i.test(said)) return "bad_key";
  if (status === 404) return "no_such_model";
  if (status === 413 || (status !== 429 && status >= 400 && tooLong.test(said))) return "context_too_long";
  if (status === 429) return "rate_limit";
  if (status >= 500 || status === 408 || status === 409) return "overloaded";
  // A 200 that can't be read is a stream of something else, or one cut short.
  return status < 300 ? "cut_off" : "bad_request";
}

/** The status of an answer, or the one that an error inside of a stream stands for. */
function statusOf(error: unknown): number | undefined {
  if (APICallError.isInstance(error)) return error.statusCode;
  return isJsonObject(error) && typeof error.statusCode === "number" ? error.statusCode : undefined;
}

/** Errors that arrive inside a stream mostly have no status; their text names them. */
function failureOfEvent(said: string): ProviderFailure {
  if (/overloaded|server_error|unavailable|internal error/i.test(said)) return "overloaded";
  if (/rate.?limit|too many requests|resource.?exhausted/i.test(said)) return "rate_limit";
  if (tooLong.test(said)) return "context_too_long";
  if (/authentication|invalid.{0,5}api.?key|unauthorized/i.test(said)) return "bad_key";
  if (/content.?filter|refus|safety/i.test(said)) return "refused";
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|fetch failed|Cannot connect/i.test(said)) return "unreachable";
  return "cut_off";
}

function saidBy(error: unknown): string {
  if (APICallError.isInstance(error)) return `${error.message} ${error.responseBody ?? ""}`;
  if (error instanceof Error) return `${error.message} ${error.cause ? saidBy(error.cause) : ""}`;
  return typeof error === "string" ? error : (JSON.stringify(error) ?? "");
}

/** Milliseconds the provider asks to wait: `retry-after-ms`, `retry-after` as seconds or a date, or Google's delay. */
export function retryAfterOf(error: unknown): number | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const headers = error.responseHeaders ?? {};
  const exact = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const given = headers["retry-after"];
  if (!given) return delayIn(error.responseBody);
  const seconds = Number(given);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function delayIn(body: string | undefined): number | undefined {
  const seconds = /"retryDelay":\s*"(\d+(\.\d+)?)s"/.exec(body ?? "")?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

const codes = {
  bad_key: "unauthorized",
  no_such_model: "bad_input",
  rate_limit: "rate_limited",
  no_credit: "over_limit",
  overloaded: "unavailable",
  context_too_long: "too_large",
  refused: "forbidden",
  unreachable: "unavailable",
  cut_off: "cut_off",
  stopped_short: "cut_off",
  bad_request: "bad_input",
} as const satisfies Record<ProviderFailure, AppError["code"]>;

const sentences: Record<ProviderFailure, (title: string, waitMs: number | undefined) => string> = {
  bad_key: (title) => `${title} refused the API key. Check the key in .env.local and start again.`,
  no_such_model: (title) =>
    `${title} doesn't know this model, or its address is wrong. Check MODEL and the base URL.`,
  no_credit: (title) =>
    `The account at ${title} has no credit left. Add credit, or choose another model with MODEL.`,
  rate_limit: (title, waitMs) =>
    `${title} is limiting requests. ${waitMs === undefined ? "Wait a moment" : `Wait ${Math.ceil(waitMs / 1_000)} s`} and send the message again.`,
  overloaded: (title) =>
    `${title} is overloaded or out of order right now. Send the message again in a minute.`,
  context_too_long: () =>
    "The conversation is longer than this model can read. Start a new conversation, or choose a model with a larger window.",
  refused: (title) => `${title} refused to answer this. Say it differently, or ask for something else.`,
  unreachable: (title) => `${title} can't be reached. Check that it runs, the network and the base URL.`,
  cut_off: (title) =>
    `The answer of ${title} was cut off. What was finished is kept: Continue goes on from there.`,
  stopped_short: (title) =>
    `The answer reached the most that ${title} writes at once. What is there is kept: Continue goes on from there.`,
  bad_request: (title) => `${title} refused the request. The server log says why.`,
};
