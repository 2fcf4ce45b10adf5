"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { errorText } from "@/app/_canvas/data/error-text";
import { TableChoice } from "@/app/_canvas/query/table-choice";
import { jsonBody, requestJson } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/fields";
import { Skeleton } from "@/app/_ui/skeleton";
import { TextInput } from "@/app/_ui/text-input";
import type { PostgresCatalog, Source } from "@/lib/sources/schema";

/**
 * Connects a PostgreSQL database (Q1): its address first, then what of it may be seen here. With `source` it changes
 * one that is connected: its tables and title, and where it is.
 */
export function ConnectDialog({
  source,
  onClose,
  onConnected,
}: {
  source?: Source;
  onClose: () => void;
  onConnected: (source: Source) => void;
}) {
  const client = useQueryClient();
  const [address, setAddress] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [title, setTitle] = useState(source?.title ?? "");
  const [elsewhere, setElsewhere] = useState(source === undefined);
  const named = /^KABOO_SOURCE_\w+$/.test(address.trim());
  const target = { kind: "postgres", ...(named ? { environment: address.trim() } : { url: address.trim() }) };

  const look = useMutation({
    mutationFn: () => {
      const asked = elsewhere ? target : { kind: "postgres", sourceId: source?.id };
      return requestJson<PostgresCatalog>("/api/sources/inspect", jsonBody("POST", asked));
    },
    onSuccess: (catalog) => {
      const seen = new Set(source?.tables.map(({ name }) => name));
      const first = catalog.tables.filter((table) =>
        source ? seen.has(labelOf(table)) : table.schema === "public",
      );
      setChosen(new Set(first.map(keyOf)));
      if (!source) setTitle(catalog.address.split("/").at(-1) ?? "");
    },
  });
  const { mutate: begin } = look;
  useEffect(() => {
    if (!elsewhere) begin();
  }, [elsewhere, begin]);
  const connect = useMutation({
    mutationFn: () => {
      const tables = (look.data?.tables ?? [])
        .filter((table) => chosen.has(keyOf(table)))
        .map(({ schema, name }) => ({ schema, name }));
      const called = title.trim() && { title: title.trim() };
      if (!source)
        return requestJson<Source>("/api/sources", jsonBody("POST", { ...target, tables, ...called }));
      const { kind: _, ...place } = target;
      const edit = { ...(elsewhere && place), tables, ...called };
      return requestJson<Source>(`/api/sources/${encodeURIComponent(source.id)}`, jsonBody("PATCH", edit));
    },
    onSuccess: async (connected) => {
      await client.invalidateQueries({ queryKey: ["sources"] });
      onConnected(connected);
    },
  });
  const catalog = look.data;
  const failed = look.error ?? connect.error;

  return (
    <Dialog
      open
      size={catalog ? "wide" : "small"}
      onOpenChange={(open) => !open && onClose()}
      title={
        catalog
          ? `Tables of ${catalog.address}`
          : source
            ? `Change “${source.title}”`
            : "Connect a PostgreSQL database"
      }
      description={
        catalog
          ? "People and agents may ask about the tables you choose, and about nothing else."
          : "It is only ever read. The password is encrypted before it is stored, and never shown again."
      }
      footer={
        catalog ? (
          <>
            <Button
              onClick={() => {
                setElsewhere(true);
                look.reset();
              }}
            >
              {source ? "Another address…" : "Back"}
            </Button>
            <Button
              variant="primary"
              disabled={chosen.size === 0 || connect.isPending}
              onClick={() => connect.mutate()}
            >
              {connect.isPending
                ? "Connecting…"
                : source
                  ? "Save"
                  : chosen.size === 1
                    ? "Connect 1 table"
                    : `Connect ${chosen.size} tables`}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              disabled={(elsewhere && address.trim() === "") || look.isPending}
              onClick={() => look.mutate()}
            >
              {look.isPending ? "Looking…" : "Choose tables"}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {catalog ? (
          <>
            <Rights warnings={catalog.warnings} />
            <Field label="Called">
              <TextInput value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
            </Field>
            <TableChoice tables={catalog.tables} chosen={chosen} onChange={setChosen} keyOf={keyOf} />
          </>
        ) : !elsewhere ? (
          !look.error && <Skeleton className="h-40" />
        ) : (
          <Field
            label="Address"
            hint="Or the name of a variable on the server that begins with KABOO_SOURCE_. Encrypted unless it is on this machine; ?sslmode=no-verify takes any certificate."
          >
            <TextInput
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && address.trim() !== "" && look.mutate()}
              placeholder="postgres://reader:password@host:5432/database"
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-xs"
            />
          </Field>
        )}
        {failed && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger text-sm">
            {errorText(failed)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** What it is called in SQL here. */
const labelOf = ({ schema, name }: { schema: string; name: string }) =>
  schema === "public" ? name : `${schema}.${name}`;
const keyOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;

const onlyReads = `create role kaboo_reader login password '…';
grant usage on schema public to kaboo_reader;
grant select on the_tables to kaboo_reader;`;

/** What the user may do beyond reading, and how to make one that may not. */
function Rights({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0)
    return (
      <p className="flex items-center gap-2 rounded-md bg-success-soft px-3 py-2 text-sm text-success">
        <ShieldCheck className="size-4 shrink-0" aria-hidden="true" />
        This user can only read.
      </p>
    );
  return (
    <div className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      <ShieldAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
        <details className="mt-1 text-ink-muted">
          <summary>Better connect as a user that can only read</summary>
          <pre className="mt-1 overflow-x-auto font-mono text-xs">{onlyReads}</pre>
        </details>
      </div>
    </div>
  );
}
