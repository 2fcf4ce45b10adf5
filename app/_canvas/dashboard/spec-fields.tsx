"use client";

import { Plus, X } from "lucide-react";
import { columnLabel } from "@/app/_canvas/charts/compiled";
import { type Setting, settings, withSetting } from "@/app/_canvas/dashboard/encodings";
import {
  FormatsField,
  LinesField,
  RulesField,
  SparklineField,
  TableColumnsField,
} from "@/app/_canvas/dashboard/list-fields";
import { Field, Select } from "@/app/_ui/fields";
import { IconButton } from "@/app/_ui/icon-button";
import { TextInput } from "@/app/_ui/text-input";
import type { WidgetKind } from "@/lib/dashboards/schema";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { Column } from "@/lib/sources/schema";

type Props = { kind: WidgetKind; spec: JsonObject; columns: Column[]; onChange: (spec: JsonObject) => void };

/** A kind's settings, each with the control it needs. */
export function SpecFields({ kind, spec, columns, onChange }: Props) {
  return settings[kind].map((setting) => (
    <SpecField
      key={setting.key}
      setting={setting}
      value={spec[setting.key]}
      columns={columns}
      onChange={(value) => onChange(withSetting(spec, setting.key, value))}
    />
  ));
}

type FieldProps = {
  setting: Setting;
  value: Json | undefined;
  columns: Column[];
  onChange: (value: Json) => void;
};

function SpecField({ setting, value, columns, onChange }: FieldProps) {
  const choices = columns.map(({ name }) => ({ value: name, label: columnLabel(name) }));
  switch (setting.type) {
    case "column": {
      const none = { value: "", label: setting.required ? "Choose a column" : "None" };
      return (
        <Field label={setting.label}>
          <Select
            value={typeof value === "string" ? value : ""}
            choices={[none, ...choices]}
            onChange={onChange}
          />
        </Field>
      );
    }
    case "columns": {
      const chosen = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
      const left = choices.filter((each) => !chosen.includes(each.value));
      return (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium text-ink-muted text-xs">{setting.label}</legend>
          {chosen.map((name) => (
            <div key={name} className="flex items-center gap-1 rounded-md border bg-surface pl-2.5 text-sm">
              <span className="min-w-0 flex-1 truncate">{columnLabel(name)}</span>
              <IconButton
                label={`Remove ${columnLabel(name)}`}
                size="sm"
                disabled={setting.required && chosen.length === 1}
                onClick={() => onChange(chosen.filter((each) => each !== name))}
              >
                <X />
              </IconButton>
            </div>
          ))}
          {left.length > 0 && (
            <div className="flex items-center gap-1.5 text-ink-muted">
              <Plus className="size-3.5" aria-hidden="true" />
              <Select
                label={`Add to ${setting.label}`}
                className="flex-1"
                value=""
                choices={[{ value: "", label: "Add a column" }, ...left]}
                onChange={(name) => name && onChange([...chosen, name])}
              />
            </div>
          )}
        </fieldset>
      );
    }
    case "choice":
      return (
        <Field label={setting.label}>
          <Select
            value={value === undefined || value === null ? "" : String(value)}
            choices={setting.choices}
            onChange={(chosen) =>
              onChange(chosen === "true" || chosen === "false" ? chosen === "true" : chosen)
            }
          />
        </Field>
      );
    case "switch":
      return (
        <label className="flex h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={setting.key === "donut" ? value !== false : value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          {setting.label}
        </label>
      );
    case "number":
      return (
        <Field label={setting.label} hint={setting.hint}>
          <TextInput
            type="number"
            min={1}
            max={50}
            placeholder="All"
            value={typeof value === "number" ? String(value) : ""}
            onChange={(event) => {
              const wanted = Math.floor(Number(event.target.value));
              onChange(wanted >= 1 ? Math.min(50, wanted) : null);
            }}
          />
        </Field>
      );
    case "lines":
      return <LinesField value={value} onChange={onChange} />;
    case "rules":
      return <RulesField label={setting.label} value={value} onChange={onChange} />;
    case "formats":
      return <FormatsField value={value} columns={columns} onChange={onChange} />;
    case "sparkline":
      return <SparklineField value={value} columns={columns} onChange={onChange} />;
    case "table":
      return <TableColumnsField value={value} columns={columns} onChange={onChange} />;
    default:
      return setting satisfies never;
  }
}
