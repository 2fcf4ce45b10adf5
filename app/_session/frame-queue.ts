/** Longer than a frame: a tab that draws nothing still takes what came. */
const latestMs = 250;
const frameMs = 16;

/** Collects values and hands them on once per frame, all together. */
export function createFrameQueue<T>(take: (values: T[]) => void) {
  let waiting: T[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
    const values = waiting;
    waiting = [];
    if (values.length > 0) take(values);
  }

  return {
    add(value: T): void {
      waiting.push(value);
      if (timer !== undefined) return;
      const draws = typeof requestAnimationFrame === "function";
      timer = setTimeout(flush, draws ? latestMs : frameMs);
      if (draws) frame = requestAnimationFrame(flush);
    },
    /** Takes what waits now. */
    flush,
  };
}
