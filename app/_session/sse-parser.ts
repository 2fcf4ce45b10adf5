/** One server-sent event. `id` is the stream's newest id as of this event. */
export type SseMessage = { event: string; data: string; id: string };

/**
 * Reads server-sent events from text in any pieces: LF, CR and CRLF, comments, several data lines, ids and names (the
 * stock AG-UI reader drops ids). Whatever isn't ended by a blank line is kept for the next piece.
 */
export function createSseParser(onMessage: (message: SseMessage) => void) {
  let rest = "";
  let event = "";
  let data: string[] = [];
  let id = "";

  function line(text: string): void {
    if (text === "") {
      if (data.length > 0) onMessage({ event: event || "message", data: data.join("\n"), id });
      event = "";
      data = [];
      return;
    }
    const colon = text.indexOf(":");
    if (colon === 0) return;
    const name = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + (text[colon + 1] === " " ? 2 : 1));
    if (name === "data") data.push(value);
    else if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0")) id = value;
  }

  return (text: string): void => {
    rest += text;
    // A CR at the very end may be half of a CRLF.
    const held = rest.endsWith("\r") ? 1 : 0;
    const lines = rest.slice(0, rest.length - held).split(/\r\n|\n|\r/);
    rest = `${lines.pop() ?? ""}${held ? "\r" : ""}`;
    for (const text of lines) line(text);
  };
}
