"use client";

import { SlidersHorizontal } from "lucide-react";
import { VariableControl } from "@/app/_canvas/variables/variable-control";
import { variableLabel } from "@/app/_canvas/variables/variable-words";
import { Button } from "@/app/_ui/button";
import type { Variable } from "@/lib/dashboards/schema";

type Props = {
  variables: Variable[];
  onChange: (variable: Variable) => void;
  /** Absent where the board itself can't be changed. */
  onManage: (() => void) | null;
};

/** A dashboard's variables; a change counts at once. */
export function VariablesBar({ variables, onChange, onManage }: Props) {
  if (variables.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <legend className="sr-only">Variables</legend>
      {variables.map((variable) => (
        <div key={variable.name} className="flex max-w-full items-center gap-2">
          <span aria-hidden="true" className="text-ink-muted text-xs">
            {variableLabel(variable)}
          </span>
          <VariableControl variable={variable} onChange={onChange} />
        </div>
      ))}
      {onManage && (
        <Button variant="ghost" size="sm" onClick={onManage}>
          <SlidersHorizontal className="size-3.5" aria-hidden="true" />
          Variables
        </Button>
      )}
    </fieldset>
  );
}
