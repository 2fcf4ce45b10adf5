"use client";

import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";

/** The call's arguments as text to change. What isn't a JSON object can't be approved. */
export function ArgumentsEditor({
  input,
  onApprove,
  onCancel,
}: {
  input: unknown;
  onApprove: (edited: JsonObject) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(input, null, 2));
  const edited = parse(text);
  return (
    <form
      className="mt-3 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (edited) onApprove(edited);
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit
        autoFocus
        aria-label="Arguments"
        aria-invalid={!edited}
        spellCheck={false}
        value={text}
        rows={Math.min(16, text.split("\n").length + 1)}
        onChange={(event) => setText(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-canvas px-2.5 py-2 font-mono text-xs"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={!edited}>
          Approve with changes
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Back
        </Button>
        {!edited && (
          <p role="status" className="text-danger text-xs">
            This is not valid JSON yet.
          </p>
        )}
      </div>
    </form>
  );
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
