"use client";

import { ErrorState } from "./_ui/error-state";

/** Something on a page threw. What the person had done is on the server; drawing it again often helps. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="w-full max-w-md">
        <ErrorState title="This page broke" onRetry={reset} retryLabel="Draw it again">
          <p>Your conversations and dashboards are safe on the server.</p>
          {error.digest && <p className="mt-1 font-mono text-2xs">{error.digest}</p>}
        </ErrorState>
      </div>
    </main>
  );
}
