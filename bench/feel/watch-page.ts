/**
 * Runs in the page, before its own code. Notes when pieces of the stream arrive, and how long after each the page has
 * drawn a frame with what it says; and tasks that held the page for more than 50 ms.
 */
export function watchPage(): void {
  const noted = { text: [] as number[], state: [] as number[], longTasks: [] as number[] };
  Object.assign(window, { noted });
  const waiting: { kind: "text" | "state"; at: number }[] = [];
  const read = ReadableStreamDefaultReader.prototype.read;
  ReadableStreamDefaultReader.prototype.read = async function (this: ReadableStreamDefaultReader) {
    const piece = await read.call(this);
    const text = typeof piece.value === "string" ? piece.value : "";
    if (text.includes('"TEXT_MESSAGE_CONTENT"')) waiting.push({ kind: "text", at: performance.now() });
    if (text.includes('"STATE_DELTA"')) waiting.push({ kind: "state", at: performance.now() });
    return piece;
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longTasks.push(duration);
  }).observe({ type: "longtask" });
  new MutationObserver(() => {
    const arrived = waiting.splice(0);
    if (arrived.length === 0) return;
    // The frame in which the change is drawn has ended when the next one's turn comes.
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        for (const { kind, at } of arrived) noted[kind].push(performance.now() - at);
      };
      channel.port2.postMessage(0);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
