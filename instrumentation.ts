/** Opens the database, closes runs that a crash left open and makes the sample company, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { mendPaths } = await import("@/lib/http/mend-path");
  mendPaths();
  const { startOrExit } = await import("@/lib/agents/start");
  await startOrExit();
  const { closeStalledConnections } = await import("@/lib/http/stalled-connections");
  closeStalledConnections();
}
