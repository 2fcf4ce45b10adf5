"use client";

import { lazy, Suspense, useState } from "react";
import { type Interrupt, useSessionObject } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { TextInput } from "@/app/_ui/text-input";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";
import { CanvasLink } from "../canvas-link";
import type { Citation } from "../safe-link";
import { summarizeCall } from "../tool-summary";
import { useTitles } from "../use-titles";
import { RequestFrame } from "./request-frame";

const ArgumentsEditor = lazy(async () => ({ default: (await import("./arguments-editor")).ArgumentsEditor }));

/** A call that an agent may not make by itself: approve it, change it first, or reject it with a reason (H1). */
export function ApprovalCard({ interrupt }: { interrupt: Interrupt }) {
  const { answer } = useSessionObject();
  const [mode, setMode] = useState<"choose" | "edit" | "reject">("choose");
  const [reason, setReason] = useState("");
  const [edited, setEdited] = useState<JsonObject>();
  const [refusal, setRefusal] = useState<string>();
  const names = useTitles();
  const { tool = "", arguments: input } = interrupt.metadata ?? {};
  const { text } = summarizeCall(String(tool), input, "waiting", { names });
  const target = subjectOf(input);
  const say = async (payload: object) =>
    setRefusal(await answer(interrupt.id, { status: "resolved", payload }));

  return (
    <RequestFrame interrupt={interrupt} asks="asks for your approval" title={interrupt.message || text}>
      {target && (
        <p className="mt-1 text-sm">
          <CanvasLink target={target}>Look at it first</CanvasLink>
        </p>
      )}
      {mode !== "edit" && <CallArguments tool={String(tool)} input={input} />}
      {mode === "choose" && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => void say({ approved: true })}>
            Approve
          </Button>
          <Button onClick={() => setMode("edit")}>Edit first…</Button>
          <Button variant="danger" onClick={() => setMode("reject")}>
            Reject…
          </Button>
        </div>
      )}
      {mode === "edit" && (
        <Suspense>
          <ArgumentsEditor
            schema={argumentsSchema(interrupt)}
            input={edited ?? (isJsonObject(input) ? input : {})}
            refusal={refusal}
            onApprove={(editedArgs) => {
              setEdited(editedArgs);
              void say({ approved: true, editedArgs });
            }}
            onCancel={() => setMode("choose")}
          />
        </Suspense>
      )}
      {mode === "reject" && (
        <form
          className="mt-3 flex flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void say({ approved: false, ...(reason.trim() && { reason: reason.trim() }) });
          }}
        >
          <TextInput
            autoFocus
            aria-label="Why not? (optional)"
            placeholder="Why not? (optional)"
            value={reason}
            maxLength={2_000}
            onChange={(event) => setReason(event.target.value)}
            className="min-w-40 flex-1"
          />
          <Button type="submit" variant="danger">
            Reject
          </Button>
          <Button variant="ghost" onClick={() => setMode("choose")}>
            Back
          </Button>
        </form>
      )}
    </RequestFrame>
  );
}

/** What the call would be made with, as it is. */
function CallArguments({ tool, input }: { tool: string; input: unknown }) {
  if (!isJsonObject(input) || Object.keys(input).length === 0) return null;
  return (
    <details className="mt-1.5 text-ink-muted text-xs">
      <summary className="w-fit rounded-sm hover:text-ink">Arguments</summary>
      <pre className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap break-words rounded-md border bg-canvas px-2.5 py-2 font-mono">
        {tool} {JSON.stringify(input, null, 2)}
      </pre>
    </details>
  );
}

/** What the call is about, to be looked at before it goes. */
function subjectOf(input: unknown): Citation | undefined {
  if (!isJsonObject(input)) return undefined;
  const { dashboard_id: board, query_id, query_ids } = input;
  if (typeof board === "string") return { kind: "board", id: board };
  const query = query_id ?? (Array.isArray(query_ids) ? query_ids[0] : undefined);
  return typeof query === "string" ? { kind: "query", id: query } : undefined;
}

/** Of what the call takes, as the request itself tells any client. */
function argumentsSchema({ responseSchema }: Interrupt): JsonObject {
  const { properties } = isJsonObject(responseSchema) ? responseSchema : {};
  const schema = isJsonObject(properties) ? properties.editedArgs : undefined;
  return isJsonObject(schema) ? schema : {};
}
