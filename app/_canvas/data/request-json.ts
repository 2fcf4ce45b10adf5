import type { z } from "zod";
import { request } from "@/app/_session";

/** A route's JSON, checked. Throws the session's RequestError for problem answers, and for an answer of another shape. */
export async function requestJson<T>(schema: z.ZodType<T>, path: string, init?: RequestInit): Promise<T> {
  const response = await request(path, init);
  return schema.parse(await response.json());
}

/** An error in words for a person. */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "Something went wrong.";
}
