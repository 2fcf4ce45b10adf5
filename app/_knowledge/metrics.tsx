"use client";

import { useState } from "react";
import { EntryButtons } from "@/app/_knowledge/entry-buttons";
import { MetricForm } from "@/app/_knowledge/metric-form";
import { NoEntries, Section } from "@/app/_knowledge/section";
import type { KnowledgeEdits } from "@/app/_knowledge/use-knowledge";
import type { Metric } from "@/lib/knowledge/schema";

/** Numbers with a name, and how they are computed and written. */
export function Metrics({ metrics, edits }: { metrics: readonly Metric[]; edits: KnowledgeEdits }) {
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  return (
    <Section
      id="metrics"
      title="Metrics"
      hint="Numbers with a name: the agents compute them this way and no other."
      add={{ label: "Add a metric", onAdd: () => setOpen("new") }}
    >
      {open === "new" && <MetricForm edits={edits} onDone={close} />}
      {metrics.length === 0 && open !== "new" && (
        <NoEntries>
          No metrics yet. Name one, such as “Churn rate”, and give its SQL or describe it.
        </NoEntries>
      )}
      {metrics.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border bg-surface">
          {metrics.map((metric) =>
            open === metric.id ? (
              <li key={metric.id} className="p-1">
                <MetricForm metric={metric} edits={edits} onDone={close} />
              </li>
            ) : (
              <li key={metric.id} className="flex items-start gap-3 py-2.5 pr-2 pl-4 text-sm">
                <Described metric={metric} />
                <EntryButtons
                  name={metric.name}
                  onEdit={() => setOpen(metric.id)}
                  onRemove={() => edits.remove(metric.id)}
                />
              </li>
            ),
          )}
        </ul>
      )}
    </Section>
  );
}

function Described({ metric: { name, sql, table, description, format } }: { metric: Metric }) {
  return (
    <div className="min-w-0 flex-1 space-y-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="break-words font-medium" dir="auto">
          {name}
        </span>
        <span className="text-ink-faint text-xs">
          {format}
          {table && ` · over ${table}`}
        </span>
      </p>
      {description && (
        <p className="whitespace-pre-wrap break-words text-ink-muted" dir="auto">
          {description}
        </p>
      )}
      {sql && (
        <code className="block whitespace-pre-wrap break-words font-mono text-ink-muted text-xs">{sql}</code>
      )}
    </div>
  );
}
