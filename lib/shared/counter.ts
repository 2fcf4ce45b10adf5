import { z } from "zod";

/** A number of something that is counted: a version, a position. Databases hold these in 32 bits. */
export const Counter = z.coerce.number().int().min(0).max(2_147_483_647);
