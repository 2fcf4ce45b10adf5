"use client";

import { useEffect, useState } from "react";
import type { Json } from "@/lib/shared/json";
import { useForm } from "./form-context";

/** A value as JSON to change. A text that isn't JSON changes nothing, and the form waits for it. */
export function JsonField({
  control,
  place,
  value,
  onChange,
}: {
  control: { id: string; "aria-describedby"?: string; "aria-invalid"?: boolean };
  place: string;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const { noteBroken } = useForm();
  const [text, setText] = useState(() => (value === undefined ? "" : JSON.stringify(value, null, 2)));
  const broken = text.trim() !== "" && parsed(text) === undefined;
  useEffect(() => {
    noteBroken(place, broken);
    return () => noteBroken(place, false);
  }, [noteBroken, place, broken]);
  return (
    <>
      <textarea
        {...control}
        aria-invalid={broken || control["aria-invalid"] === true}
        spellCheck={false}
        value={text}
        rows={Math.min(16, text.split("\n").length + 1)}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const read = parsed(next);
          if (read !== undefined || next.trim() === "") onChange(read);
        }}
        className="w-full rounded-md border border-line-strong bg-canvas px-2.5 py-2 font-mono text-xs"
      />
      {broken && <p className="text-danger text-xs">This is not valid JSON yet.</p>}
    </>
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
