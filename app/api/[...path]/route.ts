import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/app-error";

/** An address of the API that isn't one: told as all its problems are, and not by a page (A1). */
const answer = route(() => {
  throw new AppError("not_found", "There is nothing at this address.");
});

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
