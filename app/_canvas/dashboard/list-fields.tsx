"use client";

import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { z } from "zod";
import { columnLabel } from "@/app/_canvas/charts/compiled";
import { formatNames } from "@/app/_canvas/dashboard/encodings";
import { Button } from "@/app/_ui/button";
import { Select } from "@/app/_ui/fields";
import { IconButton } from "@/app/_ui/icon-button";
import { TextInput } from "@/app/_ui/text-input";
import { Rule } from "@/lib/dashboards/schema";
import { Format } from "@/lib/shared/format";
import type { Json } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";
import type { Column } from "@/lib/sources/schema";

type FieldProps = { value: Json | undefined; onChange: (value: Json) => void };
type ColumnProps = FieldProps & { columns: readonly Column[] };

const Line = z.object({ value: z.number(), label: z.string().optional() });
const Sparkline = z.object({ x: z.string(), y: z.string() });
const TableColumn = z.object({
  column: z.string(),
  label: z.string().optional(),
  format: Format.optional(),
  rules: z.array(Rule).optional(),
});

function listOf<T>(schema: z.ZodType<T>, value: Json | undefined): T[] {
  const parsed = z.array(schema).safeParse(value ?? []);
  return parsed.success ? parsed.data : [];
}

function Group({ label, add, children }: { label: string; add: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium text-ink-muted text-xs">{label}</legend>
      {children}
      {add}
    </fieldset>
  );
}

function Add({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" variant="ghost" className="self-start" onClick={onClick}>
      <Plus className="size-3.5" aria-hidden="true" />
      {children}
    </Button>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} size="sm" onClick={onClick}>
      <X />
    </IconButton>
  );
}

const without = <T,>(list: readonly T[], at: number) => list.filter((_, index) => index !== at);
const replaced = <T,>(list: readonly T[], at: number, item: T) =>
  list.map((each, index) => (index === at ? item : each));

/** Keeps the last number while something that is none is being typed. */
function NumberInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <TextInput
      aria-label={label}
      type="number"
      step="any"
      className="w-24"
      defaultValue={String(value)}
      onChange={(event) => {
        const next = event.target.valueAsNumber;
        if (Number.isFinite(next)) onChange(next);
      }}
    />
  );
}

/** Lines across the plot, such as a target (D15). */
export function LinesField({ value, onChange }: FieldProps) {
  const lines = listOf(Line, value);
  const set = (next: typeof lines) => onChange(plainJson(next));
  return (
    <Group
      label="Reference lines"
      add={lines.length < 5 && <Add onClick={() => set([...lines, { value: 0 }])}>Add a line</Add>}
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list.
        <div key={at} className="flex items-center gap-1.5">
          <NumberInput
            label={`Value of line ${at + 1}`}
            value={line.value}
            onChange={(amount) => set(replaced(lines, at, { ...line, value: amount }))}
          />
          <TextInput
            aria-label={`Name of line ${at + 1}`}
            placeholder="Name"
            maxLength={60}
            value={line.label ?? ""}
            onChange={(event) => {
              const label = event.target.value;
              set(replaced(lines, at, label ? { ...line, label } : { value: line.value }));
            }}
          />
          <Remove label={`Remove line ${at + 1}`} onClick={() => set(without(lines, at))} />
        </div>
      ))}
    </Group>
  );
}

const whens = [
  { value: "above", label: "Above" },
  { value: "below", label: "Below" },
];
const tones = [
  { value: "good", label: "Green" },
  { value: "warning", label: "Amber" },
  { value: "bad", label: "Red" },
];

/** Colours for values past a bound; the first that holds counts (D15). */
export function RulesField({ label, value, onChange }: FieldProps & { label: string }) {
  const rules = listOf(Rule, value);
  const set = (next: Rule[]) => onChange(plainJson(next));
  const change = (at: number, change: object) => {
    const next = Rule.safeParse({ ...rules[at], ...change });
    if (next.success) set(replaced(rules, at, next.data));
  };
  const fresh: Rule = { when: "above", value: 0, tone: "good" };
  return (
    <Group
      label={label}
      add={rules.length < 8 && <Add onClick={() => set([...rules, fresh])}>Add a rule</Add>}
    >
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list.
        <div key={at} className="flex items-center gap-1.5">
          <Select
            label={`When, rule ${at + 1}`}
            value={rule.when}
            choices={whens}
            onChange={(when) => change(at, { when })}
          />
          <NumberInput
            label={`Bound of rule ${at + 1}`}
            value={rule.value}
            onChange={(bound) => change(at, { value: bound })}
          />
          <Select
            label={`Colour of rule ${at + 1}`}
            value={rule.tone}
            choices={tones}
            onChange={(tone) => change(at, { tone })}
          />
          <Remove label={`Remove rule ${at + 1}`} onClick={() => set(without(rules, at))} />
        </div>
      ))}
    </Group>
  );
}

const formatChoices = [
  { value: "", label: "As the widget" },
  ...Format.options.map((value) => ({ value, label: formatNames[value] })),
];

function FormatSelect({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Format | undefined;
  onChange: (value: Format | undefined) => void;
}) {
  return (
    <Select
      label={label}
      className="w-32"
      value={value ?? ""}
      choices={formatChoices}
      onChange={(word) => onChange(Format.options.find((each) => each === word))}
    />
  );
}

/** Columns written otherwise than the rest of the widget (D15). */
export function FormatsField({ value, columns, onChange }: ColumnProps) {
  const parsed = z.record(z.string(), Format).safeParse(value ?? {});
  const formats = parsed.success ? parsed.data : {};
  const left = columns.filter(({ name }) => !(name in formats));
  const set = (name: string, format: Format | undefined) => {
    const { [name]: _, ...rest } = formats;
    onChange(plainJson(format ? { ...rest, [name]: format } : rest));
  };
  return (
    <Group
      label="Format by column"
      add={
        left.length > 0 && (
          <Select
            label="Add a format for a column"
            value=""
            choices={[
              { value: "", label: "Add a column" },
              ...left.map(({ name }) => ({ value: name, label: columnLabel(name) })),
            ]}
            onChange={(name) => name && set(name, "number")}
          />
        )
      }
    >
      {Object.entries(formats).map(([name, format]) => (
        <div key={name} className="flex items-center gap-1.5">
          <span className="min-w-0 flex-1 truncate text-sm">{columnLabel(name)}</span>
          <FormatSelect
            label={`Format of ${columnLabel(name)}`}
            value={format}
            onChange={(next) => set(name, next)}
          />
        </div>
      ))}
    </Group>
  );
}

/** How the number came to be, as a small line. */
export function SparklineField({ value, columns, onChange }: ColumnProps) {
  const parsed = Sparkline.safeParse(value);
  const line = parsed.success ? parsed.data : { x: "", y: "" };
  const choices = [
    { value: "", label: "None" },
    ...columns.map(({ name }) => ({ value: name, label: columnLabel(name) })),
  ];
  const set = (next: typeof line) => {
    const [first = ""] = columns.map(({ name }) => name);
    if (!next.x && !next.y) onChange(null);
    else onChange({ x: next.x || first, y: next.y || columns[1]?.name || first });
  };
  return (
    <Group label="Line of its past" add={null}>
      <div className="flex gap-1.5">
        <Select
          label="Line along"
          className="flex-1"
          value={line.x}
          choices={choices}
          onChange={(x) => (x ? set({ ...line, x }) : onChange(null))}
        />
        <Select
          label="Line of"
          className="flex-1"
          value={line.y}
          choices={choices}
          onChange={(y) => (y ? set({ ...line, y }) : onChange(null))}
        />
      </div>
    </Group>
  );
}

/** A table's columns in order, each with its own name, format and colours; none chosen shows all. */
export function TableColumnsField({ value, columns, onChange }: ColumnProps) {
  const chosen = listOf(TableColumn, value);
  const left = columns.filter(({ name }) => !chosen.some(({ column }) => column === name));
  const set = (next: typeof chosen) => onChange(plainJson(next));
  return (
    <Group
      label={chosen.length > 0 ? "Columns" : "Columns (all)"}
      add={
        left.length > 0 && (
          <Select
            label="Add a column"
            value=""
            choices={[
              { value: "", label: chosen.length > 0 ? "Add a column" : "Choose columns" },
              ...left.map(({ name }) => ({ value: name, label: columnLabel(name) })),
            ]}
            onChange={(column) => column && set([...chosen, { column }])}
          />
        )
      }
    >
      {chosen.map((each, at) => (
        <div key={each.column} className="space-y-1.5 rounded-md border bg-surface p-2">
          <div className="flex items-center gap-1.5">
            <TextInput
              aria-label={`Name of ${each.column}`}
              placeholder={columnLabel(each.column)}
              value={each.label ?? ""}
              onChange={(event) => {
                const { label: _, ...rest } = each;
                const label = event.target.value;
                set(replaced(chosen, at, label ? { ...rest, label } : rest));
              }}
            />
            <Remove label={`Remove ${each.column}`} onClick={() => set(without(chosen, at))} />
          </div>
          <FormatSelect
            label={`Format of ${each.column}`}
            value={each.format}
            onChange={(format) => {
              const { format: _, ...rest } = each;
              set(replaced(chosen, at, format ? { ...rest, format } : rest));
            }}
          />
          <RulesField
            label={`Colours of ${columnLabel(each.column)}`}
            value={plainJson(each.rules ?? [])}
            onChange={(rules) => {
              const { rules: _, ...rest } = each;
              const next = listOf(Rule, rules);
              set(replaced(chosen, at, next.length > 0 ? { ...rest, rules: next } : rest));
            }}
          />
        </div>
      ))}
    </Group>
  );
}
