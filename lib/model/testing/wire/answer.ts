import type { JsonObject } from "@/lib/shared/json";

export type WireCall = {
  name: string;
  input: JsonObject;
  /** Sent as it is, in place of the input. */
  json?: string;
};

/** Kinds of failure that each provider tells in its own words. */
export type WireFailure =
  | "bad_key"
  | "no_such_model"
  | "rate_limit"
  | "overloaded"
  | "context_too_long"
  | "no_credit";

/** What a model streams. */
export type WireReply = {
  reasoning?: string;
  text?: string;
  calls?: WireCall[];
  /** Of text, thoughts and arguments each; 1 for whole. */
  pieces?: number;
  /** The model declines. */
  refuses?: boolean;
  /** It stops at the most it may write. */
  stopsShort?: boolean;
  /** The connection breaks in the middle. */
  cut?: boolean;
  /** The stream ends in an error of this kind. */
  breaks?: WireFailure;
  usage?: WireUsage;
};

/** Tokens: all that were read, of them from the cache and written to it, and written. */
export type WireUsage = { input: number; cached: number; stored?: number; output: number };

export type WireAnswer = WireReply | { fails: WireFailure; headers?: Record<string, string> };

/** Sends one event of the stream. */
export type Send = (data: JsonObject | string, event?: string) => void;

/** How one provider speaks. */
export type Dialect = {
  /** Whether a request to this path is meant for it. */
  answers(path: string): boolean;
  speak(reply: WireReply, send: Send): void;
  failure(kind: WireFailure): { status: number; body: JsonObject };
  /** The same inside of a stream. */
  streamFailure(kind: WireFailure, send: Send): void;
};

export const argumentsOf = (call: WireCall): string => call.json ?? JSON.stringify(call.input);

export const usualUsage: WireUsage = { input: 100, cached: 60, stored: 10, output: 5 };
