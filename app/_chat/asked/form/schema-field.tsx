"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "@/app/_ui/button";
import { Select } from "@/app/_ui/fields";
import { IconButton } from "@/app/_ui/icon-button";
import { TextInput } from "@/app/_ui/text-input";
import { isJsonObject, type Json, type JsonObject } from "@/lib/shared/json";
import { blankValue, type FieldKind, fieldKind, fieldLabel } from "./field-kind";
import { useForm } from "./form-context";
import { JsonField } from "./json-field";

export type FieldProps = {
  schema: JsonObject;
  value: Json | undefined;
  /** "widgets.0.title"; "" for the whole. */
  place: string;
  label: string;
  required?: boolean;
  /** Undefined leaves it out. */
  onChange: (value: Json | undefined) => void;
};

/** One value of a call's arguments, edited as its schema says (H1). */
export function SchemaField(props: FieldProps) {
  const field = fieldKind(props.schema, props.value);
  const { choicesFor } = useForm();
  if (field.kind === "group") return <GroupField {...props} members={field.members} />;
  if (field.kind === "list") return <ListField {...props} item={field.item} />;
  return (
    <Labelled
      {...props}
      hinted={!(field.kind === "text" && choicesFor(String(props.value ?? "")).length > 0)}
    >
      {(control) => <Control {...props} field={field} control={control} />}
    </Labelled>
  );
}

type ControlProps = { id: string; "aria-describedby": string; "aria-invalid": boolean };

function Control({
  field,
  control,
  value,
  place,
  required = false,
  onChange,
}: FieldProps & { field: Exclude<FieldKind, { kind: "group" | "list" }>; control: ControlProps }) {
  const { choicesFor } = useForm();
  switch (field.kind) {
    case "text": {
      const text = typeof value === "string" ? value : "";
      const choices = choicesFor(text);
      // An empty text says nothing; one that must be there is told so.
      const change = (next: string) => onChange(next === "" ? undefined : next);
      if (choices.length > 0)
        return <Select {...control} value={text} choices={choices} onChange={change} className="w-full" />;
      if (field.long)
        return (
          <textarea
            {...control}
            value={text}
            rows={Math.min(10, text.split("\n").length + 1)}
            onChange={(event) => change(event.target.value)}
            className="w-full rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-sm"
          />
        );
      return <TextInput {...control} value={text} onChange={(event) => change(event.target.value)} />;
    }
    case "number":
      return (
        <TextInput
          {...control}
          type="number"
          step={field.whole ? 1 : "any"}
          value={typeof value === "number" ? value : ""}
          onChange={({ target }) =>
            onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)
          }
        />
      );
    case "flag":
      return (
        <input
          {...control}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 self-start accent-accent"
        />
      );
    case "choice": {
      const options = field.options.map((option) => ({ value: String(option), label: String(option) }));
      const choices = required && value !== undefined ? options : [{ value: "", label: "—" }, ...options];
      return (
        <Select
          {...control}
          value={value === undefined ? "" : String(value)}
          choices={choices}
          onChange={(next) => onChange(field.options.find((option) => String(option) === next))}
          className="w-full"
        />
      );
    }
    case "json":
      return <JsonField control={control} place={place} value={value} onChange={onChange} />;
    default:
      return field satisfies never;
  }
}

/** Members, each with its own field; the whole form is one without a frame. */
function GroupField({
  members,
  value,
  place,
  label,
  onChange,
}: FieldProps & { members: Extract<FieldKind, { kind: "group" }>["members"] }) {
  const group = isJsonObject(value) ? value : {};
  const fields = members.map(({ key, schema, required }) => (
    <SchemaField
      key={key}
      schema={schema}
      value={group[key]}
      place={placeIn(place, key)}
      label={fieldLabel(key)}
      required={required}
      onChange={(next) => {
        const { [key]: _, ...others } = group;
        onChange(next === undefined ? others : { ...group, [key]: next });
      }}
    />
  ));
  if (place === "") return <div className="space-y-3">{fields}</div>;
  return (
    <Frame label={label} place={place}>
      {fields}
    </Frame>
  );
}

function ListField({ item, value, place, label, onChange }: FieldProps & { item: JsonObject }) {
  const list = Array.isArray(value) ? value : [];
  const canAdd = fieldKind(item, undefined).kind !== "json";
  return (
    <Frame label={label} place={place}>
      {list.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
        <div key={`${index}/${list.length}`} className="flex items-start gap-1.5">
          <div className="min-w-0 flex-1">
            <SchemaField
              schema={item}
              value={each}
              place={placeIn(place, index)}
              label={`${label} ${index + 1}`}
              required
              onChange={(next) => onChange(list.with(index, next ?? ""))}
            />
          </div>
          <IconButton
            label={`Leave out ${label.toLowerCase()} ${index + 1}`}
            className="mt-4"
            onClick={() => onChange(list.filter((_, other) => other !== index))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      {list.length === 0 && <p className="text-ink-faint text-xs">None.</p>}
      {canAdd && (
        <Button size="sm" variant="ghost" onClick={() => onChange([...list, blankValue(item)])}>
          <Plus className="size-3.5" aria-hidden="true" />
          Add
        </Button>
      )}
    </Frame>
  );
}

function Frame({ label, place, children }: { label: string; place: string; children: ReactNode }) {
  const problem = useForm().problems.get(place);
  return (
    <fieldset className="min-w-0 space-y-2 rounded-md border px-2.5 pt-1 pb-2.5">
      <legend className="px-1 font-medium text-ink-muted text-xs">{label}</legend>
      {children}
      {problem && <p className="text-danger text-xs">{problem}</p>}
    </fieldset>
  );
}

function Labelled({
  label,
  schema,
  place,
  required = false,
  hinted,
  children,
}: FieldProps & {
  /** Where names are offered, what an id looks like helps nobody. */
  hinted: boolean;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const problem = useForm().problems.get(place);
  const { description } = schema;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-ink-muted text-xs">
        {label}
        {!required && <span className="font-normal text-ink-faint"> (optional)</span>}
      </label>
      {children({ id, "aria-describedby": `${id}-note`, "aria-invalid": problem !== undefined })}
      <p id={`${id}-note`} className="text-xs empty:hidden">
        {problem ? (
          <span className="text-danger">{problem}</span>
        ) : (
          hinted && typeof description === "string" && <span className="text-ink-faint">{description}</span>
        )}
      </p>
    </div>
  );
}

function placeIn(place: string, key: string | number): string {
  return place === "" ? String(key) : `${place}.${key}`;
}
