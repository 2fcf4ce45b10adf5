"use client";

import { useSession } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { readable } from "../suggestions";
import { counted } from "./uploads-api";
import { type Upload, useUploads } from "./uploads-provider";

type Of<Status extends Upload["status"]> = Extract<Upload, { status: Status }>;

/** A table of that name is there: is this its new version, or another one? */
export function UploadQuestion({ upload, onLook }: { upload: Of<"asking">; onLook: () => void }) {
  const { importAs } = useUploads();
  const { id, preview } = upload;
  const existing = preview.existing?.name ?? preview.table;
  return (
    <div className="pr-1 pb-1 pl-6">
      <p className="text-ink-muted text-xs">There is a table {existing} already. Is this its new version?</p>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => importAs(id, preview, { table: existing, replace: true })}>
          Replace it
        </Button>
        <Button size="sm" onClick={() => importAs(id, preview, {})}>
          Keep both
        </Button>
        <Button size="sm" variant="ghost" onClick={onLook}>
          Look first…
        </Button>
      </div>
    </div>
  );
}

/** What came of a file, and what can be done next. */
export function UploadDone({ upload, onLook }: { upload: Of<"done">; onLook: () => void }) {
  const { takeAlong } = useUploads();
  const { send } = useSession();
  const { table, rowCount, columns, unfit, replaced, broken } = upload.imported;
  return (
    <div className="pr-1 pb-1 pl-6">
      <p className="text-ink-muted text-xs">
        {replaced ? `New version of ${table}: ` : ""}
        {counted(rowCount, "row")}, {counted(columns.length, "column")}
      </p>
      {unfit && (
        <p className="text-warning text-xs">
          Some values don't fit the rest of their column: it was kept as text.
        </p>
      )}
      {broken.length > 0 && (
        <p className="text-danger text-xs">
          {broken.length === 1 ? "A saved query no longer runs: " : "Saved queries no longer run: "}
          {broken.map(({ title }) => title).join(", ")}
        </p>
      )}
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => send(`What is in the table ${table}?`, { references: takeAlong() })}>
          Ask about {readable(table)}
        </Button>
        <Button size="sm" variant={unfit ? "secondary" : "ghost"} onClick={onLook}>
          Change types…
        </Button>
      </div>
    </div>
  );
}
