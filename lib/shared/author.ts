import { z } from "zod";

/** Who made a change: an agent of the team, a person, or another assistant through MCP (D2). */
export const Author = z.object({ kind: z.enum(["agent", "person", "client"]), name: z.string() });
export type Author = z.infer<typeof Author>;
