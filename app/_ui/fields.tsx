import type { ReactNode } from "react";

/** A label above its control. */
export function Field({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="flex flex-col gap-1">
      <span className="font-medium text-ink-muted text-xs">{label}</span>
      {children}
      {hint && <span className="text-ink-faint text-xs">{hint}</span>}
    </label>
  );
}

export type Choice = { value: string; label: string };

export function Select({
  value,
  choices,
  onChange,
  label,
  className = "",
  ...control
}: {
  value: string;
  choices: Choice[];
  onChange: (value: string) => void;
  label?: string;
  className?: string;
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}) {
  return (
    <select
      {...control}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`h-8 min-w-0 rounded-md border border-line-strong bg-raised px-2 text-sm ${className}`}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
