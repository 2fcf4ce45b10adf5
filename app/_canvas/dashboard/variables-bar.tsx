"use client";

import { useState } from "react";
import { columnLabel } from "@/app/_canvas/charts/compiled";
import { plainText } from "@/app/_canvas/charts/format";
import { Select } from "@/app/_canvas/dashboard/fields";
import { useRows } from "@/app/_canvas/data/use-rows";
import type { Variable } from "@/lib/dashboards/schema";

type Props = { variables: Variable[]; onChange: ((variables: Variable[]) => void) | null };

/** A dashboard's variables; a change counts at once. */
export function VariablesBar({ variables, onChange }: Props) {
  if (variables.length === 0) return null;
  const set = (next: Variable) =>
    onChange?.(variables.map((each) => (each.name === next.name ? next : each)));
  return (
    <fieldset disabled={!onChange} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <legend className="sr-only">Variables</legend>
      {variables.map((variable) => (
        <div key={variable.name} className="flex items-center gap-2">
          <span className="text-ink-muted text-xs">{variable.label ?? columnLabel(variable.name)}</span>
          <Control variable={variable} onChange={set} />
        </div>
      ))}
    </fieldset>
  );
}

type ControlProps = { variable: Variable; onChange: (variable: Variable) => void };

function Control({ variable, onChange }: ControlProps) {
  const label = variable.label ?? columnLabel(variable.name);
  switch (variable.kind) {
    case "text":
      return (
        <Typed
          label={label}
          type="text"
          value={variable.value}
          onSave={(value) => onChange({ ...variable, value })}
        />
      );
    case "number":
      return (
        <Typed
          label={label}
          type="number"
          value={String(variable.value)}
          onSave={(text) => {
            const value = Number(text);
            if (text !== "" && Number.isFinite(value)) onChange({ ...variable, value });
          }}
        />
      );
    case "choice":
      return (
        <Select
          label={label}
          value={variable.value}
          choices={variable.options.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ ...variable, value })}
        />
      );
    case "query_choice":
      return <QueryChoice variable={variable} label={label} onChange={onChange} />;
    case "date_range": {
      const set = (range: Partial<typeof variable.value>) => {
        const value = { ...variable.value, ...range };
        if (value.from && value.to && value.from <= value.to) onChange({ ...variable, value });
      };
      return (
        <span className="flex items-center gap-1.5">
          <Typed
            key={variable.value.from}
            label={`${label} from`}
            type="date"
            value={variable.value.from}
            onSave={(from) => set({ from })}
          />
          <span className="text-ink-faint">–</span>
          <Typed
            key={variable.value.to}
            label={`${label} to`}
            type="date"
            value={variable.value.to}
            onSave={(to) => set({ to })}
          />
        </span>
      );
    }
    default:
      return variable satisfies never;
  }
}

const noParams = {};

function QueryChoice({
  variable,
  label,
  onChange,
}: ControlProps & { variable: Extract<Variable, { kind: "query_choice" }>; label: string }) {
  const found = useRows({ queryId: variable.queryId, params: noParams });
  const options = found.status === "ready" ? found.rows.rows.map(([cell]) => plainText(cell)) : [];
  const all = [...new Set([variable.value, ...options])];
  return (
    <Select
      label={label}
      value={variable.value}
      choices={all.map((value) => ({ value, label: value }))}
      onChange={(value) => onChange({ ...variable, value })}
    />
  );
}

type TypedProps = {
  label: string;
  type: "text" | "number" | "date";
  value: string;
  onSave: (value: string) => void;
};

/** Counts when it is left or Enter is pressed: a half-typed word asks for no rows. */
function Typed({ label, type, value, onSave }: TypedProps) {
  const [text, setText] = useState<string | null>(null);
  const save = () => {
    if (text !== null && text !== value) onSave(text);
    setText(null);
  };
  return (
    <input
      aria-label={label}
      type={type}
      value={text ?? value}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
        if (event.key === "Escape") setText(null);
      }}
      className="h-8 w-36 rounded-md border border-line-strong bg-raised px-2 text-sm"
    />
  );
}
