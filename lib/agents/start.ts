/** Opens what the server needs, before the first request. Throws an error that names the setting that is wrong (N1, N2). */
export async function start(): Promise<void> {
  const { env } = await import("@/lib/env");
  const { preparePostgres } = await import("@/lib/db/client");
  if (env.DATABASE_URL) await preparePostgres(env.DATABASE_URL);
  const { runtime } = await import("@/lib/agents/runtime");
  const { drainOnSignal } = await import("@/lib/agents/drain");
  drainOnSignal(runtime().runs);
}

/**
 * A start that fails ends the process with one sentence: Next alone would go on, and answer every request with an error.
 */
export async function startOrExit(open: () => Promise<void> = start): Promise<void> {
  try {
    await open();
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`\nKaboo Canvas can't start. ${message}\n`);
    process.exit(1);
  }
}
