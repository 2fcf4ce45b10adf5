/** Opens the database, closes runs that a crash left open and makes the sample company, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env } = await import("@/lib/env");
  const { preparePostgres } = await import("@/lib/db/client");
  if (env.DATABASE_URL) await preparePostgres(env.DATABASE_URL);
  const { runtime } = await import("@/lib/agents/runtime");
  const { drainOnSignal } = await import("@/lib/agents/drain");
  drainOnSignal(runtime().runs);
}
