"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { kindIcons, kindNames, kindOf } from "@/app/_canvas/dashboard/kinds";
import { errorText } from "@/app/_canvas/data/error-text";
import { noteVersion } from "@/app/_canvas/data/known-versions";
import { dashboardKey, useDashboards } from "@/app/_canvas/data/use-dashboard";
import type { Target } from "@/app/_canvas/follow/follow";
import { jsonBody, requestJson } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { Dialog } from "@/app/_ui/dialog";
import { Field, Select } from "@/app/_ui/fields";
import { TextInput } from "@/app/_ui/text-input";
import { type Dashboard, type WidgetKind, widgetKinds } from "@/lib/dashboards/schema";
import type { Query } from "@/lib/queries/schema";

const newBoard = "new";
const drawn = widgetKinds.filter((kind) => kind !== "text");

/** Draws a saved query on a dashboard: which, as what, under which title. */
export function WidgetDialog({
  query,
  onClose,
  onMade,
}: {
  query: Query;
  onClose: () => void;
  onMade: (target: Target) => void;
}) {
  const client = useQueryClient();
  const boards = useDashboards().data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState(query.title);
  const [kind, setKind] = useState<WidgetKind>(() => kindOf(query.columns));
  const board = chosen ?? boards[0]?.id ?? newBoard;

  const make = useMutation({
    mutationFn: async () => {
      const into =
        board === newBoard
          ? await requestJson<Dashboard>("/api/dashboards", jsonBody("POST", { title: query.title }))
          : await requestJson<Dashboard>(`/api/dashboards/${encodeURIComponent(board)}`);
      const before = new Set(into.widgets.map(({ id }) => id));
      const made = await requestJson<Dashboard>(
        `/api/dashboards/${encodeURIComponent(into.id)}/widgets`,
        jsonBody(
          "POST",
          { title: title.trim(), kind, queryId: query.id },
          { "if-match": `"${into.version}"` },
        ),
      );
      return { made, widget: made.widgets.find(({ id }) => !before.has(id))?.id };
    },
    onSuccess: ({ made, widget }) => {
      client.setQueryData(dashboardKey(made.id, made.version), made);
      noteVersion(made.id, made.version);
      void client.invalidateQueries({ queryKey: ["dashboards"] });
      void client.invalidateQueries({ queryKey: ["query", query.id] });
      onMade({ kind: "dashboard", id: made.id, widget });
    },
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Draw it on a dashboard"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={make.isPending || title.trim() === ""}
            onClick={() => make.mutate()}
          >
            {make.isPending ? "Adding…" : "Add"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Dashboard">
          <Select
            value={board}
            onChange={setChosen}
            choices={[
              ...boards.map(({ id, title: name }) => ({ value: id, label: name })),
              { value: newBoard, label: "A new dashboard" },
            ]}
          />
        </Field>
        <Field label="Title">
          <TextInput value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <fieldset>
          <legend className="mb-1 font-medium text-ink-muted text-xs">Drawn as</legend>
          <div className="grid grid-cols-3 gap-1.5">
            {drawn.map((each) => {
              const Icon = kindIcons[each];
              return (
                <button
                  key={each}
                  type="button"
                  aria-pressed={each === kind}
                  onClick={() => setKind(each)}
                  className={cx(
                    "flex h-8 items-center gap-2 rounded-md border px-2 text-xs",
                    each === kind ? "border-accent bg-accent-soft" : "hover:bg-hover",
                  )}
                >
                  <Icon className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
                  <span className="truncate">{kindNames[each]}</span>
                </button>
              );
            })}
          </div>
        </fieldset>
        {make.error && (
          <p role="alert" className="text-danger text-sm">
            {errorText(make.error)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
