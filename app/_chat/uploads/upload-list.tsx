"use client";

import { FileCheck2, FileUp, FileWarning, X } from "lucide-react";
import { useSession } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { IconButton } from "@/app/_ui/icon-button";
import { readable } from "../suggestions";
import { type Upload, useUploads } from "./uploads-provider";

/** Files on their way, those that became tables, and those that didn't. */
export function UploadList() {
  const { uploads } = useUploads();
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Uploads" aria-live="polite" className="mb-2 space-y-1">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { dismiss, takeAlong } = useUploads();
  const { send } = useSession();
  const Icon = { sending: FileUp, done: FileCheck2, failed: FileWarning }[upload.status];
  return (
    <li className="relative flex min-h-9 items-center gap-2 overflow-hidden rounded-lg border bg-raised py-1 pr-1 pl-2.5 text-sm">
      <Icon
        className={`size-4 shrink-0 ${upload.status === "failed" ? "text-danger" : "text-ink-muted"}`}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <p className="truncate">{upload.name}</p>
        {upload.status === "failed" && <p className="text-danger text-xs">{upload.message}</p>}
        {upload.status === "done" && (
          <p className="truncate text-ink-muted text-xs">
            {upload.uploaded.rowCount.toLocaleString()} rows, {upload.uploaded.columns.length} columns
          </p>
        )}
      </div>
      {upload.status === "done" && (
        <Button
          size="sm"
          onClick={() => {
            send(`What is in the table ${upload.uploaded.table}?`, { references: takeAlong() });
          }}
        >
          Ask about {readable(upload.uploaded.table)}
        </Button>
      )}
      <IconButton
        size="sm"
        label={upload.status === "sending" ? `Stop uploading ${upload.name}` : `Dismiss ${upload.name}`}
        onClick={() => dismiss(upload.id)}
      >
        <X />
      </IconButton>
      {upload.status === "sending" && (
        <progress
          aria-label={`Uploading ${upload.name}`}
          max={1}
          // Sent whole, it is still being read in: no share says how far.
          {...(upload.share < 1 && { value: upload.share })}
          className="absolute inset-x-0 bottom-0 h-0.5 w-full appearance-none [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
        />
      )}
    </li>
  );
}
