import { z } from "zod";

/** A tool that says something else than when it was accepted (S9). Texts are what a model would be told. */
export const HeldTool = z.object({
  tool: z.string(),
  accepted: z.string(),
  now: z.string(),
  /** Of what it says now: a person accepts this and nothing that came later. */
  fingerprint: z.string(),
});
export type HeldTool = z.infer<typeof HeldTool>;

export const AcceptTool = HeldTool.pick({ fingerprint: true });

/** A configured server as the page shows it (T2). */
export const ServerStatus = z.object({
  name: z.string(),
  state: z.enum(["connecting", "ready", "down"]),
  /** Why it is down, in words fit to be shown. */
  reason: z.string().optional(),
  /** ISO time from which on it is down. */
  since: z.string().optional(),
  /** Names of what agents may call, when it is there. */
  tools: z.array(z.string()),
  held: z.array(HeldTool),
});
export type ServerStatus = z.infer<typeof ServerStatus>;
