import { z } from "zod";
import type { State } from "@/lib/agent/tool";
import type { Json, JsonObject } from "@/lib/shared/json";

/** A call that may need a person's word. */
export type ApprovalCall = {
  tool: string;
  /** Checked. */
  input: Json;
  agent: string;
  ownerId: string;
  threadId: string;
  state: State;
};

/** Which calls need a person's approval, and how they are asked (H1). */
export type Approval = {
  /** A tool name or glob. */
  tool: string;
  /** Every matching call when absent. */
  when?(call: ApprovalCall): boolean | Promise<boolean>;
  /** What will happen, in plain words. */
  message: string | ((call: ApprovalCall) => string | Promise<string>);
};

/** A person's word on a call, as a resume entry carries it. */
export const ApprovalAnswer = z.object({
  approved: z.boolean(),
  /** Replaces the call's input. */
  editedArgs: z.record(z.string(), z.json()).optional(),
  reason: z.string().trim().max(2_000).optional(),
});
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** The answer's JSON Schema, for a client that builds a form of it. */
export function approvalSchema(inputSchema: JsonObject): JsonObject {
  return {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      editedArgs: inputSchema,
      reason: { type: "string" },
    },
    required: ["approved"],
  };
}
