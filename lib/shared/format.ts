import { z } from "zod";

/** How a value is written for people. */
export const Format = z.enum([
  "number",
  "integer",
  "percent",
  "currency",
  "compact",
  "date",
  "month",
  "text",
]);
export type Format = z.infer<typeof Format>;
