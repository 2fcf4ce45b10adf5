"use client";

import { TextInput } from "@/app/_ui/text-input";

/** A field for each `$name` of the text. What is left empty counts as NULL. */
export function ParameterFields({
  names,
  values,
  onChange,
}: {
  names: string[];
  values: Record<string, string>;
  onChange: (name: string, value: string) => void;
}) {
  if (names.length === 0) return null;
  return (
    <fieldset className="flex shrink-0 flex-wrap gap-2 border-t px-3 py-2">
      <legend className="sr-only">Parameters</legend>
      {names.map((name) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
        <label key={name} className="flex items-center gap-1.5 text-xs">
          <span className="font-mono text-agent">${name}</span>
          <TextInput
            value={values[name] ?? ""}
            onChange={(event) => onChange(name, event.target.value)}
            placeholder="NULL"
            className="h-7 w-36 text-xs"
          />
        </label>
      ))}
    </fieldset>
  );
}
