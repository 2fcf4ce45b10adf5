import type { Message } from "@ag-ui/core";
import { z } from "zod";
import { isJsonObject } from "@/lib/shared/json";
import { request } from "./problem";

/** Turns that a thread opens with; how many more come at once when one scrolls up. */
export const turnsAtFirst = 10;
const turnsAtOnce = 30;

/** The messages are the thread's own server's, as those of its stream are. */
const Stretch = z.object({ messages: z.array(z.custom<Message>(isJsonObject)), earlier: z.number() });
export type Stretch = z.infer<typeof Stretch>;

/** The turns before those that are there: `before` is how many messages the thread has before them. */
export async function readEarlier(path: string, before: number): Promise<Stretch> {
  const response = await request(`${path}/messages?before=${before}&turns=${turnsAtOnce}`);
  return Stretch.parse(await response.json());
}
