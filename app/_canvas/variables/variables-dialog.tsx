"use client";

import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSavedQueries } from "@/app/_canvas/data/use-queries";
import { kindWords, variableLabel } from "@/app/_canvas/variables/variable-words";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field, Select } from "@/app/_ui/fields";
import { IconButton } from "@/app/_ui/icon-button";
import { TextInput } from "@/app/_ui/text-input";
import { Variable } from "@/lib/dashboards/schema";

type Props = {
  variables: Variable[];
  onSave: (variables: Variable[]) => void;
  onClose: () => void;
};

/** What an agent does with set_variables, by hand: a board's variables, more of them, fewer of them (C7). */
export function VariablesDialog({ variables, onSave, onClose }: Props) {
  // What is being written: a variable's name, "" for a new one.
  const [written, setWritten] = useState<string | null>(variables.length === 0 ? "" : null);
  const edited = variables.find(({ name }) => name === written);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Variables"
      description="A query reads one by its name, such as $region. Only the widgets whose query names it ask for rows again."
    >
      <ul className="mb-3 divide-y rounded-md border empty:hidden">
        {variables.map((variable) => (
          <li key={variable.name} className="flex h-11 items-center gap-2 pr-1.5 pl-3 text-sm">
            <span className="min-w-0 flex-1 truncate">{variableLabel(variable)}</span>
            <code className="text-ink-muted text-xs">${variable.name}</code>
            <span className="text-ink-faint text-xs">{kindWords[variable.kind]}</span>
            <IconButton
              label={`Edit ${variableLabel(variable)}`}
              size="sm"
              active={variable === edited}
              onClick={() => setWritten(variable.name)}
            >
              <Pencil />
            </IconButton>
            <IconButton
              label={`Remove ${variableLabel(variable)}`}
              size="sm"
              onClick={() => onSave(variables.filter(({ name }) => name !== variable.name))}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      {written === null ? (
        <Button onClick={() => setWritten("")}>
          <Plus className="size-4" aria-hidden="true" />
          Add a variable
        </Button>
      ) : (
        <VariableForm
          key={written}
          before={edited}
          taken={variables.map(({ name }) => name)}
          onSave={(variable) => {
            onSave(
              edited
                ? variables.map((each) => (each === edited ? variable : each))
                : [...variables, variable],
            );
            setWritten(null);
          }}
        />
      )}
    </Dialog>
  );
}

const kinds = Object.keys(kindWords) as Variable["kind"][];

type FormProps = { before: Variable | undefined; taken: string[]; onSave: (variable: Variable) => void };

/** A variable to be, or one that is there: its name and kind stay then, since queries know it by them. */
function VariableForm({ before, taken, onSave }: FormProps) {
  const queries = useSavedQueries();
  const [label, setLabel] = useState(before ? variableLabel(before) : "");
  const [kind, setKind] = useState<Variable["kind"]>(before?.kind ?? "choice");
  const [options, setOptions] = useState(before && "options" in before ? before.options.join("\n") : "");
  const [queryId, setQueryId] = useState(before?.kind === "query_choice" ? before.queryId : "");
  const name = before?.name ?? nameOf(label);
  const lines = options.split("\n").flatMap((line) => line.trim() || []);
  const start = startOf(kind, lines, queryId || queries.data?.[0]?.id || "");
  const made = Variable.safeParse({
    ...{ name, label: label.trim(), kind, ...start },
    ...keptValue(before, lines),
  });
  const used = before === undefined && taken.includes(name);
  return (
    <form
      aria-label={before ? `Variable ${before.name}` : "New variable"}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (made.success && !used) onSave(made.data);
      }}
    >
      <Field
        label="Name"
        hint={name ? `In a query: $${name}${used ? " — taken already" : ""}` : "Such as Region"}
      >
        <TextInput value={label} maxLength={60} onChange={(event) => setLabel(event.target.value)} />
      </Field>
      {!before && (
        <Field label="Kind">
          <Select
            value={kind}
            choices={kinds.map((value) => ({ value, label: kindWords[value] }))}
            onChange={(value) => setKind(kinds.find((each) => each === value) ?? "choice")}
          />
        </Field>
      )}
      {(kind === "choice" || kind === "multi_choice") && (
        <Field label="Choices" hint="One a line">
          <textarea
            rows={4}
            value={options}
            onChange={(event) => setOptions(event.target.value)}
            className="resize-y rounded-md border border-line-strong bg-raised p-2.5 text-sm"
          />
        </Field>
      )}
      {kind === "query_choice" && (
        <Field label="Query" hint="Its first column holds the choices">
          <Select
            value={queryId || queries.data?.[0]?.id || ""}
            choices={(queries.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setQueryId}
          />
        </Field>
      )}
      <Button variant="primary" type="submit" className="self-end" disabled={!made.success || used}>
        {before ? "Save" : "Add"}
      </Button>
    </form>
  );
}

/** The value a variable has goes on, as far as it is still a choice. */
function keptValue(before: Variable | undefined, options: string[]): object {
  if (!before) return {};
  if (before.kind === "choice") return options.includes(before.value) ? { value: before.value } : {};
  if (before.kind !== "multi_choice") return { value: before.value };
  const all = before.value.length === before.options.length;
  return { value: all ? options : before.value.filter((each) => options.includes(each)) };
}

export function nameOf(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 40);
}

function startOf(kind: Variable["kind"], options: string[], queryId: string): object {
  switch (kind) {
    case "text":
      return { value: "" };
    case "number":
      return { value: 0 };
    case "choice":
      return { options, value: options[0] };
    case "multi_choice":
      return { options, value: options };
    case "query_choice":
      return { queryId, value: "" };
    case "date_range":
      return { value: { last: 90, unit: "day" } };
    case "date_grain":
      return { value: "month" };
    default:
      return kind satisfies never;
  }
}
