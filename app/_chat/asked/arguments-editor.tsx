"use client";

import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Tabs } from "@/app/_ui/tabs";
import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";
import { argumentsChecker } from "./form/check-arguments";
import { fieldKind } from "./form/field-kind";
import { FormContext } from "./form/form-context";
import { JsonField } from "./form/json-field";
import { SchemaField } from "./form/schema-field";
import { useIdChoices } from "./form/use-id-choices";

/** The call's arguments to change: as fields that its schema gives, or as JSON. What doesn't fit can't be approved. */
export function ArgumentsEditor({
  schema,
  input,
  refusal,
  onApprove,
  onCancel,
}: {
  schema: JsonObject;
  input: JsonObject;
  /** Why the server didn't take what was sent. */
  refusal: string | undefined;
  onApprove: (edited: JsonObject) => void;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const jsonId = useId();
  const [value, setValue] = useState<Json | undefined>(input);
  const hasFields = fieldKind(schema, value).kind === "group";
  const [as, setAs] = useState<"fields" | "json">("fields");
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const check = useMemo(() => argumentsChecker(schema), [schema]);
  const problems = useMemo(() => check(value ?? {}), [check, value]);
  const choicesFor = useIdChoices(input);
  const noteBroken = useCallback((place: string, isBroken: boolean) => {
    setBroken((now) => {
      if (now.has(place) === isBroken) return now;
      const next = new Set(now);
      if (isBroken) next.add(place);
      else next.delete(place);
      return next;
    });
  }, []);
  const context = useMemo(() => ({ problems, choicesFor, noteBroken }), [problems, choicesFor, noteBroken]);
  useEffect(() => focusFirst(form.current, "input, select, textarea"), []);

  const inFields = hasFields && as === "fields";
  // At places that no field shows: of the whole, and all of them beside JSON.
  const elsewhere = inFields
    ? [problems.get("")]
    : [...problems].map(([place, text]) => (place ? `${place}: ${text}` : text));
  const wrong = problems.size + broken.size;
  return (
    <form
      ref={form}
      noValidate
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === 0 && isJsonObject(value)) onApprove(value);
        else focusFirst(form.current, '[aria-invalid="true"]');
      }}
    >
      {hasFields && (
        <div className="w-40">
          <Tabs
            label="Edit as"
            value={as}
            onChange={(next) => broken.size === 0 && setAs(next)}
            tabs={[
              { value: "fields", label: "Fields" },
              { value: "json", label: "JSON" },
            ]}
          />
        </div>
      )}
      <FormContext value={context}>
        {inFields ? (
          <SchemaField schema={schema} value={value} place="" label="Arguments" onChange={setValue} />
        ) : (
          <div>
            <label htmlFor={jsonId} className="sr-only">
              Arguments
            </label>
            <JsonField
              control={{ id: jsonId, "aria-invalid": problems.size > 0 }}
              place=""
              value={value}
              onChange={setValue}
            />
          </div>
        )}
      </FormContext>
      <div role="status" className="space-y-1 text-danger text-xs empty:hidden">
        {elsewhere.filter(Boolean).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {refusal && <p className="whitespace-pre-line">{refusal}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary">
          Approve with changes
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, what: string): void {
  form?.querySelector<HTMLElement>(what)?.focus();
}
