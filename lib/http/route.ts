import { env } from "@/lib/env";
import { checkCaller } from "@/lib/http/caller";
import { ownerOf } from "@/lib/http/owner";
import { problem } from "@/lib/http/problem";
import { AppError } from "@/lib/shared/app-error";

export type RouteContext<Param extends string> = {
  params: Record<Param, string>;
  ownerId: string;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
};

type RouteHandler<Param extends string> = (
  request: Request,
  context: RouteContext<Param>,
) => Promise<Response> | Response;

/**
 * Makes a route of a function that parses, calls and answers: `export const GET = route<"id">(async (request,
 * { params, ownerId }) => json(await …))`. Checks the caller first (S1, S8), names the owner (S7), and turns what is
 * thrown into problem details (S6).
 */
export function route<Param extends string = never>(handler: RouteHandler<Param>) {
  return async (request: Request, context: { params: Promise<Record<Param, string>> }): Promise<Response> => {
    try {
      checkCaller(request, env.KABOO_ALLOWED_HOSTS);
      const params = await context.params;
      return await handler(request, { params, ownerId: ownerOf(request), signal: request.signal });
    } catch (error) {
      if (request.signal.aborted)
        return problem(new AppError("cancelled", "The caller went away.", { cause: error }), request);
      return problem(error, request);
    }
  };
}
