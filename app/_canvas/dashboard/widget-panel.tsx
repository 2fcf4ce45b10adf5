"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { plainSpec, specEdit } from "@/app/_canvas/dashboard/encodings";
import { kindIcons, kindNames, kindOf } from "@/app/_canvas/dashboard/kinds";
import { SpecFields } from "@/app/_canvas/dashboard/spec-fields";
import { useSavedQueries } from "@/app/_canvas/data/use-queries";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { Field, Select } from "@/app/_ui/fields";
import { IconButton } from "@/app/_ui/icon-button";
import { TextInput } from "@/app/_ui/text-input";
import {
  type NewWidget,
  type Widget,
  type WidgetEdit,
  type WidgetKind,
  widgetKinds,
} from "@/lib/dashboards/schema";
import type { JsonObject } from "@/lib/shared/json";

type Props = {
  /** Null makes a new one. */
  widget: Widget | null;
  onEdit: (edit: WidgetEdit) => Promise<boolean>;
  onAdd: (widget: NewWidget) => Promise<boolean>;
  onOpenQuery: (id: string) => void;
  onClose: () => void;
};

/** Everything about a widget by hand: title, query, kind, columns, format (C7). */
export function WidgetPanel({ widget, onEdit, onAdd, onOpenQuery, onClose }: Props) {
  const queries = useSavedQueries();
  const [title, setTitle] = useState(widget?.title ?? "");
  const [chosenKind, setKind] = useState<WidgetKind | undefined>(widget?.kind);
  const [chosen, setQueryId] = useState(widget && widget.kind !== "text" ? widget.queryId : "");
  const [spec, setSpec] = useState<JsonObject>(widget ? plainSpec(widget) : {});
  const [text, setText] = useState(widget?.kind === "text" ? widget.text : "");
  const [saving, setSaving] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  // Who opened it by keyboard goes on in it, and Escape leads out again.
  useEffect(() => first.current?.focus(), []);
  const queryId = chosen || queries.data?.[0]?.id || "";
  const query = queries.data?.find(({ id }) => id === queryId);
  const kind = chosenKind ?? (query ? kindOf(query.columns) : "bar");
  const ready =
    title.trim().length > 0 &&
    (kind === "text" ? text.trim().length > 0 || spec.section === true : queryId !== "");
  const guessed = !widget || kind !== widget.kind;

  const save = async () => {
    setSaving(true);
    const named = { title: title.trim(), kind };
    const drawn = kind === "text" ? { ...named, text } : { ...named, queryId };
    const saved = widget
      ? await onEdit(editOf(widget, drawn, guessed ? null : spec))
      : await onAdd({ ...drawn, ...(Object.keys(spec).length > 0 ? { spec } : {}) });
    setSaving(false);
    if (saved) onClose();
  };

  return (
    <aside
      aria-label={widget ? "Edit widget" : "Add widget"}
      className="flex h-full w-80 max-w-full shrink-0 flex-col border-l bg-surface"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header className="flex h-12 shrink-0 items-center justify-between border-b pr-2 pl-4">
        <h2 className="font-semibold text-base">{widget ? "Edit widget" : "Add widget"}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <form
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void save();
        }}
      >
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
          <Field label="Title">
            <TextInput
              ref={first}
              value={title}
              maxLength={200}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Field>
          <KindPicker
            kind={kind}
            onChange={(next) => {
              setKind(next);
              setSpec(widget?.kind === next ? plainSpec(widget) : {});
            }}
          />
          {kind === "text" ? (
            <Field label="Text" hint="Markdown">
              <textarea
                rows={10}
                value={text}
                maxLength={20_000}
                onChange={(event) => setText(event.target.value)}
                className="resize-y rounded-md border border-line-strong bg-raised p-2.5 font-mono text-xs"
              />
            </Field>
          ) : (
            <>
              <Field label="Query">
                <Select
                  value={queryId}
                  choices={(queries.data ?? []).map((each) => ({ value: each.id, label: each.title }))}
                  onChange={setQueryId}
                />
              </Field>
              {query && (
                <Button
                  variant="ghost"
                  size="sm"
                  className="-mt-2 self-start"
                  onClick={() => onOpenQuery(query.id)}
                >
                  Open the query
                </Button>
              )}
              {queries.data?.length === 0 && (
                <p className="text-ink-muted text-sm">There is no saved query yet. Ask Kaboo for one.</p>
              )}
              {guessed && Object.keys(spec).length === 0 && (
                <p className="text-ink-faint text-xs">Columns left open are chosen by their types.</p>
              )}
              <SpecFields kind={kind} spec={spec} columns={query?.columns ?? []} onChange={setSpec} />
            </>
          )}
        </div>
        <footer className="flex shrink-0 justify-end gap-2 border-t p-3">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" disabled={!ready || saving}>
            {widget ? "Save" : "Add"}
          </Button>
        </footer>
      </form>
    </aside>
  );
}

function editOf(widget: Widget, wanted: NewWidget, spec: JsonObject | null): WidgetEdit {
  const before = widget.kind === "text" ? { ...widget, queryId: undefined } : { ...widget, text: undefined };
  const changed = spec === null ? null : specEdit(plainSpec(widget), spec);
  return {
    ...(wanted.title === before.title ? {} : { title: wanted.title }),
    ...(wanted.kind === before.kind ? {} : { kind: wanted.kind }),
    ...(wanted.queryId === undefined || wanted.queryId === before.queryId ? {} : { queryId: wanted.queryId }),
    ...(wanted.text === undefined || wanted.text === before.text ? {} : { text: wanted.text }),
    ...(changed ? { spec: changed } : {}),
  };
}

function KindPicker({ kind, onChange }: { kind: WidgetKind; onChange: (kind: WidgetKind) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-muted text-xs">Kind</legend>
      <div className="grid grid-cols-4 gap-1.5">
        {widgetKinds.map((each) => {
          const Icon = kindIcons[each];
          return (
            <label
              key={each}
              className={cx(
                "flex h-13 flex-col items-center justify-center gap-1 rounded-md border text-2xs has-focus-visible:outline-2 has-focus-visible:outline-accent",
                each === kind
                  ? "border-accent bg-accent-soft text-ink"
                  : "bg-raised text-ink-muted hover:bg-hover",
              )}
            >
              <input
                type="radio"
                name="kind"
                className="sr-only"
                checked={each === kind}
                onChange={() => onChange(each)}
              />
              <Icon className="size-4" aria-hidden="true" />
              {kindNames[each].split(" ")[0]}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
