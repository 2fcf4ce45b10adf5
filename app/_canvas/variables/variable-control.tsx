"use client";

import { useState } from "react";
import { plainText } from "@/app/_canvas/charts/format";
import { useRows } from "@/app/_canvas/data/use-rows";
import { DateRangeControl } from "@/app/_canvas/variables/date-range-control";
import { MultiChoice } from "@/app/_canvas/variables/multi-choice";
import { variableLabel } from "@/app/_canvas/variables/variable-words";
import { Select } from "@/app/_ui/fields";
import { DateGrain, type Variable } from "@/lib/dashboards/schema";

type Props = { variable: Variable; onChange: (variable: Variable) => void };

/** The control that a kind of variable needs. */
export function VariableControl({ variable, onChange }: Props) {
  const label = variableLabel(variable);
  switch (variable.kind) {
    case "text":
      return (
        <Typed label={label} value={variable.value} onSave={(value) => onChange({ ...variable, value })} />
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
    case "multi_choice":
      return (
        <MultiChoice
          label={label}
          options={variable.options}
          value={variable.value}
          onChange={(value) => onChange({ ...variable, value })}
        />
      );
    case "date_grain":
      return (
        <Select
          label={label}
          value={variable.value}
          choices={DateGrain.options.map((value) => ({
            value,
            label: `By ${value}`,
          }))}
          onChange={(word) => {
            const value = DateGrain.safeParse(word);
            if (value.success) onChange({ ...variable, value: value.data });
          }}
        />
      );
    case "query_choice":
      return <QueryChoice variable={variable} label={label} onChange={onChange} />;
    case "date_range":
      return (
        <DateRangeControl
          label={label}
          value={variable.value}
          onChange={(value) => onChange({ ...variable, value })}
        />
      );
    default:
      return variable satisfies never;
  }
}

const noParams = {};

function QueryChoice({
  variable,
  label,
  onChange,
}: {
  variable: Extract<Variable, { kind: "query_choice" }>;
  label: string;
  onChange: Props["onChange"];
}) {
  const found = useRows({ queryId: variable.queryId, params: noParams });
  const options = found.status === "ready" ? found.rows.rows.map(([cell]) => plainText(cell)) : [];
  const all = [...new Set([variable.value, ...options])];
  return (
    <Select
      label={label}
      value={variable.value}
      choices={all.map((value) => ({ value, label: value || "Anything" }))}
      onChange={(value) => onChange({ ...variable, value })}
    />
  );
}

type TypedProps = {
  label: string;
  type?: "text" | "number";
  value: string;
  onSave: (value: string) => void;
};

/** Counts when it is left or Enter is pressed: a half-typed word asks for no rows. */
function Typed({ label, type = "text", value, onSave }: TypedProps) {
  const [text, setText] = useState<string | null>(null);
  const save = () => {
    if (text !== null && text !== value) onSave(text);
    setText(null);
  };
  return (
    <input
      aria-label={label}
      type={type}
      step="any"
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
