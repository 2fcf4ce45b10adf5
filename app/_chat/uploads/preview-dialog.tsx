"use client";

import { useEffect, useRef, useState } from "react";
import { RequestError } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Tabs } from "@/app/_ui/tabs";
import type { ImportUpload, Reading, UploadPreview } from "@/lib/sources/schema";
import { PreviewTable } from "./preview-table";
import { MisfitChoice, TargetChoice } from "./target-choice";
import { counted, previewUpload } from "./uploads-api";
import { type Upload, useUploads } from "./uploads-provider";

type Shown = "rows" | "misfits";

/** A file before it becomes a table (S4): the types found, its first rows, what doesn't fit, and where it goes. */
export default function PreviewDialog({
  upload,
  onClose,
}: {
  upload: Extract<Upload, { preview: UploadPreview }>;
  onClose: () => void;
}) {
  const { importAs } = useUploads();
  // What has become a table already is made anew under its name.
  const made = upload.status === "done" ? upload.imported.table : undefined;
  const [preview, setPreview] = useState(upload.preview);
  const [shown, setShown] = useState<Shown>("rows");
  const [misfits, setMisfits] = useState<NonNullable<ImportUpload["misfits"]>>("null");
  const [replace, setReplace] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const asking = useRef<AbortController>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const readings = preview.columns.map(({ reading }) => reading);
  async function change(at: number, reading: Reading) {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const wanted = readings.map((each, index) => (index === at ? reading : each));
    setBusy(true);
    setProblem(null);
    // The choice is seen at once; what it does to the rows a moment later.
    setPreview({
      ...preview,
      columns: preview.columns.map((column, index) => (index === at ? { ...column, reading } : column)),
    });
    try {
      const next = await previewUpload(preview.uploadId, wanted, controller.signal);
      setPreview(next);
      if (next.misfitRowCount === 0) setShown("rows");
    } catch (error) {
      if (!controller.signal.aborted)
        setProblem(error instanceof RequestError ? error.message : "The preview failed.");
    } finally {
      if (asking.current === controller) setBusy(false);
    }
  }

  const existing = made ?? preview.existing?.name;
  const count = preview.misfitRowCount;
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={preview.name}
      description={`${counted(preview.rowCount, "row")}, ${counted(preview.columns.length, "column")}. Choose what each column is read as.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={busy}
            onClick={() => {
              const target =
                existing !== undefined && (made !== undefined || replace)
                  ? { table: existing, replace: true }
                  : {};
              importAs(upload.id, preview, { ...target, columns: readings, misfits });
              onClose();
            }}
          >
            {made ? "Import again" : "Import"}
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-col gap-3">
        {preview.notes.length > 0 && (
          <ul className="list-disc pl-4 text-ink-muted text-xs">
            {preview.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {count > 0 && (
          <Tabs
            label="Rows"
            value={shown}
            onChange={setShown}
            tabs={[
              { value: "rows", label: "First rows" },
              {
                value: "misfits",
                label: count === 1 ? "1 row doesn't fit" : `${count.toLocaleString()} rows don't fit`,
              },
            ]}
          />
        )}
        <PreviewTable
          preview={preview}
          rows={shown === "misfits" ? preview.misfitRows : preview.rows}
          busy={busy}
          onChange={change}
        />
        {count > 0 && <MisfitChoice value={misfits} onChange={setMisfits} />}
        {preview.existing && made === undefined && (
          <TargetChoice
            preview={preview}
            existing={preview.existing}
            replace={replace}
            onChange={setReplace}
          />
        )}
        {problem && (
          <p role="alert" className="text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
