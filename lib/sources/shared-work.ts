import { AppError } from "@/lib/shared/app-error";

type Work<Value> = { promise: Promise<Value>; readers: number; abort: AbortController };

/**
 * Does the same work once for all who ask for it at the same time (Q6). Each reader may leave; the work itself is
 * aborted when the last one has.
 */
export function createSharedWork<Value>() {
  const running = new Map<string, Work<Value>>();

  function begin(key: string, start: (signal: AbortSignal) => Promise<Value>): Work<Value> {
    const abort = new AbortController();
    const work: Work<Value> = { promise: start(abort.signal), readers: 0, abort };
    running.set(key, work);
    const forget = () => {
      if (running.get(key) === work) running.delete(key);
    };
    work.promise.then(forget, forget);
    return work;
  }

  return function share(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    if (signal?.aborted) return Promise.reject(new AppError("cancelled", "The query was cancelled."));
    const work = running.get(key) ?? begin(key, start);
    work.readers++;
    return new Promise<Value>((resolve, reject) => {
      const leave = () => {
        signal?.removeEventListener("abort", onAbort);
        work.readers--;
      };
      const onAbort = () => {
        leave();
        reject(new AppError("cancelled", "The query was cancelled."));
        if (work.readers > 0) return;
        if (running.get(key) === work) running.delete(key);
        work.abort.abort();
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      work.promise.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error) => {
          leave();
          reject(error);
        },
      );
    });
  };
}
