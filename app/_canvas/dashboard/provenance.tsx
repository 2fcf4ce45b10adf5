"use client";

import { Info } from "lucide-react";
import { SqlText } from "@/app/_canvas/dashboard/sql-text";
import type { RowsOrigin } from "@/app/_canvas/data/use-rows";
import { Button } from "@/app/_ui/button";
import { IconButton } from "@/app/_ui/icon-button";
import { Popover } from "@/app/_ui/popover";
import { usePerson } from "@/app/_ui/use-person";
import type { Widget } from "@/lib/dashboards/schema";

type Props = {
  widget: Widget;
  origin: RowsOrigin | null;
  asOf: string | null;
  rowCount: number | null;
  /** Why the rows are not the newest. */
  stale: string | null;
  notes: readonly string[];
  onOpenQuery: ((id: string) => void) | undefined;
};

/** "Where does this come from?": the query, its values, the source and its state, when it ran, who made it (C11). */
export function Provenance({ widget, origin, asOf, rowCount, stale, notes, onOpenQuery }: Props) {
  const { locale } = usePerson();
  const params = Object.entries(origin?.params ?? {});
  return (
    <Popover
      align="end"
      label={`Where “${widget.title}” comes from`}
      className="w-96 max-w-[calc(100vw-16px)]"
      trigger={
        <IconButton size="sm" label={`Where does this come from?`}>
          <Info />
        </IconButton>
      }
    >
      <div className="max-h-[70vh] space-y-3 overflow-y-auto p-4 text-sm">
        <h3 className="font-semibold text-base">Where does this come from?</h3>
        {stale && <p className="rounded-md bg-warning-soft px-2.5 py-1.5 text-warning">{stale}</p>}
        {notes.map((note) => (
          <p key={note} className="text-ink-muted">
            {note}
          </p>
        ))}
        {origin ? (
          <>
            <pre className="max-h-48 overflow-auto whitespace-pre-wrap rounded-md border bg-surface p-2.5 font-mono text-xs">
              <SqlText sql={origin.query.sql} />
            </pre>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
              <Fact name="Query">
                {onOpenQuery ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="-my-0.5 -ml-2 h-6 text-accent!"
                    onClick={() => onOpenQuery(origin.query.id)}
                  >
                    {origin.query.title}
                  </Button>
                ) : (
                  origin.query.title
                )}
                <span className="text-ink-faint"> version {origin.query.version}</span>
              </Fact>
              {params.map(([name, value]) => (
                <Fact key={name} name={`$${name}`}>
                  {Array.isArray(value) ? value.join(", ") || "none" : String(value)}
                </Fact>
              ))}
              {origin.source && (
                <Fact name="Source">
                  {origin.source.title}
                  <span className="text-ink-faint">
                    {origin.source.kind === "postgres"
                      ? " read live, kept for 30 seconds"
                      : ` data version ${origin.source.generation}`}
                  </span>
                </Fact>
              )}
              {asOf && <Fact name="As of">{new Date(asOf).toLocaleString(locale)}</Fact>}
              {rowCount !== null && <Fact name="Rows">{rowCount.toLocaleString(locale)}</Fact>}
              <MadeBy widget={widget} />
            </dl>
          </>
        ) : (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <MadeBy widget={widget} />
          </dl>
        )}
      </div>
    </Popover>
  );
}

function MadeBy({ widget: { madeBy } }: { widget: Widget }) {
  return <Fact name="Made by">{madeBy.kind === "person" ? "You" : madeBy.name}</Fact>;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
