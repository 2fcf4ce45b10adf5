import type { Message } from "@ag-ui/core";
import { requestJson } from "./problem";

/** Turns that a thread opens with; how many more come at once when one scrolls up. */
export const turnsAtFirst = 10;
const turnsAtOnce = 30;

/** The messages are the thread's own server's, as those of its stream are. */
export type Stretch = { messages: Message[]; earlier: number };

/** The turns before those that are there: `before` is how many messages the thread has before them. */
export function readEarlier(path: string, before: number): Promise<Stretch> {
  return requestJson(`${path}/messages?before=${before}&turns=${turnsAtOnce}`);
}
