/** What one query may use before it is stopped (Q2). */
export type QueryLimits = {
  timeoutMs: number;
  /** After the interrupt, how long the engine may take to listen before its process is killed. */
  graceMs: number;
  /** Rows without a limit of the caller's, and the most a caller may ask for. */
  rows: number;
  maxRows: number;
  maxBytes: number;
  /** The engine's own memory limit, and what its process may use at most: some functions ignore the first. */
  memoryMb: number;
  processMb: number;
  threads: number;
};

export const defaultLimits: QueryLimits = {
  timeoutMs: 15_000,
  graceMs: 300,
  rows: 10_000,
  maxRows: 100_000,
  maxBytes: 32 * 2 ** 20,
  memoryMb: 512,
  processMb: 1_024,
  threads: 2,
};
