"use client";

import { useState } from "react";
import { useSources } from "@/app/_chat/use-sources";
import { FormFoot } from "@/app/_knowledge/form-foot";
import { areaClass } from "@/app/_knowledge/section";
import type { KnowledgeEdits } from "@/app/_knowledge/use-knowledge";
import { Field, Select } from "@/app/_ui/fields";
import { TextInput } from "@/app/_ui/text-input";
import { type Metric, NewMetric } from "@/lib/knowledge/schema";
import { Format } from "@/lib/shared/format";

const formats = Format.options.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
const placeOf = (sourceId: string, table: string) => (table === "" ? "" : `${sourceId}/${table}`);

export function MetricForm({
  metric,
  edits,
  onDone,
}: {
  metric?: Metric;
  edits: KnowledgeEdits;
  onDone: () => void;
}) {
  const [entry, setEntry] = useState<NewMetric>(metric ?? NewMetric.parse({ name: "new" }));
  const [name, setName] = useState(metric?.name ?? "");
  const { data: sources = [] } = useSources();
  const change = (part: Partial<NewMetric>) => setEntry({ ...entry, ...part });
  const tables = sources.flatMap(({ id, title, tables }) =>
    tables.map((table) => ({
      place: placeOf(id, table.name),
      label: `${table.name} (${title})`,
      id,
      table: table.name,
    })),
  );
  const places = [
    { value: "", label: "No table: a whole query, or in words" },
    ...tables.map(({ place, label }) => ({ value: place, label })),
  ];
  return (
    <form
      aria-label={metric ? `Edit ${metric.name}` : "New metric"}
      className="mb-2 space-y-3 rounded-lg border bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        edits.edit.mutate({ metrics: [{ ...entry, name }] }, { onSuccess: onDone });
      }}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
    >
      <div className="grid gap-3 sm:grid-cols-[1fr_10rem]">
        <Field label="Name">
          <TextInput
            autoFocus
            required
            dir="auto"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Written as">
          <Select
            value={entry.format}
            choices={formats}
            onChange={(format) => change({ format: Format.parse(format) })}
          />
        </Field>
      </div>
      <Field label="Table">
        <Select
          value={placeOf(entry.sourceId, entry.table)}
          choices={places}
          onChange={(place) => {
            const chosen = tables.find((each) => each.place === place);
            change({ table: chosen?.table ?? "", sourceId: chosen?.id ?? "" });
          }}
        />
      </Field>
      <Field
        label="SQL"
        hint={
          entry.table
            ? `An expression on the columns of ${entry.table}; it is tried when you save.`
            : "A whole query; leave it empty when the description says it all."
        }
      >
        <textarea
          rows={2}
          spellCheck={false}
          maxLength={4_000}
          value={entry.sql}
          placeholder="count(*) filter (where churned) / count(*)"
          onChange={(event) => change({ sql: event.target.value })}
          className={`${areaClass} font-mono text-xs`}
        />
      </Field>
      <Field label="Description">
        <textarea
          dir="auto"
          rows={2}
          maxLength={1_000}
          value={entry.description}
          placeholder="What it says, what is left out, and for which period it is meant."
          onChange={(event) => change({ description: event.target.value })}
          className={areaClass}
        />
      </Field>
      <FormFoot edit={edits.edit} onCancel={onDone} />
    </form>
  );
}
