import type { Interrupt } from "@ag-ui/core";
import type { Json } from "@/lib/shared/json";

/** What a call waits for before it has a result: a person's approval or answers (H1, H2), or a client's own tool (T8). */
export type OpenRequest = {
  /** The interrupt's id; a client's answer names it, or the call. */
  id: string;
  kind: "approval" | "question" | "client";
  threadId: string;
  invocationId: string;
  toolCallId: string;
  /** As the browser is told of it. */
  interrupt: Interrupt;
  /** From then on it can no longer be answered (H3). */
  expiresAt: Date;
  answer: Answer | null;
};

/** `cancelled`: whoever was asked won't answer. `expired`: nobody did in time. */
export type Answer = { status: "resolved" | "cancelled" | "expired"; payload: Json };

export const noPause = { invocations: [], requests: [] };

/** What still has to be answered before the work goes on. What has expired holds up nothing. */
export function unanswered(requests: readonly OpenRequest[], now: Date): OpenRequest[] {
  return requests.filter((request) => request.answer === null && request.expiresAt > now);
}

export function answerOf(request: OpenRequest): Answer {
  return request.answer ?? { status: "expired", payload: null };
}
