/** An error in words for a person. */
export function errorText(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "Something went wrong.";
}
