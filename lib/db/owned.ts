import { AppError } from "@/lib/shared/app-error";

/**
 * The filter that every read and write of owned rows starts from (S7, S8). A missing owner is an error: Prisma drops a
 * filter whose value is `undefined` and would answer with everybody's rows.
 */
export function ownedBy(ownerId: string): { ownerId: string } {
  if (typeof ownerId !== "string" || ownerId === "")
    throw new AppError("internal", "A read without an owner was refused.");
  return { ownerId };
}

/** An id as it may stand in a filter; an object that arrived as JSON would be read as an operator. */
export function idFilter(id: unknown): string {
  if (typeof id !== "string" || id === "") throw new AppError("bad_input", "An id must be a text.");
  return id;
}
