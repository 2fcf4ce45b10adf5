"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "@/app/_canvas/data/error-text";
import { ConnectDialog } from "@/app/_canvas/query/connect-dialog";
import { request } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { toast } from "@/app/_ui/toast";
import type { Source } from "@/lib/sources/schema";

type Asked = "edit" | "disconnect" | "remove" | null;

/** A source's name and place, and what can be done with it: a database is changed or disconnected, a table of files removed. */
export function SourceHead({ source, table }: { source: Source; table: string }) {
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const place = `/api/sources/${encodeURIComponent(source.id)}`;
  const tablePlace = `${place}/tables/${encodeURIComponent(table)}`;
  const database = source.kind === "postgres";
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-semibold text-xl tracking-tight">{source.title}</h1>
        {source.address && <p className="truncate font-mono text-ink-muted text-xs">{source.address}</p>}
      </div>
      {database && <Button onClick={() => setAsked("edit")}>Change…</Button>}
      {database && (
        <Button variant="ghost" onClick={() => setAsked("disconnect")}>
          Disconnect…
        </Button>
      )}
      {!database && (
        <Button variant="ghost" onClick={() => setAsked("remove")}>
          Remove {table}…
        </Button>
      )}
      {asked === "edit" && <ConnectDialog source={source} onClose={close} onConnected={close} />}
      {asked === "disconnect" && (
        <Confirm
          title={`Disconnect “${source.title}”?`}
          description="Its tables can't be asked about any more, and its password is forgotten. The database itself stays as it is."
          action="Disconnect"
          path={place}
          onClose={close}
        />
      )}
      {asked === "remove" && (
        <Confirm
          title={`Remove the table ${table}?`}
          description="Its rows are deleted, and queries that use it stop running. This can't be taken back: send the file again to have it back."
          action="Remove"
          path={tablePlace}
          onClose={close}
        />
      )}
    </header>
  );
}

type ConfirmProps = { title: string; description: string; action: string; path: string; onClose: () => void };

function Confirm({ title, description, action, path, onClose }: ConfirmProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => request(path, { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["sources"] }).then(onClose),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {action}
          </Button>
        </>
      }
    />
  );
}
