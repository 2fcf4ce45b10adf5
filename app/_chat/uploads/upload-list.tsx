"use client";

import { FileCheck2, FileQuestion, FileUp, FileWarning, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { IconButton } from "@/app/_ui/icon-button";
import type { Step } from "./send-lines";
import { UploadDone, UploadQuestion } from "./upload-outcome";
import { type Upload, useUploads } from "./uploads-provider";

const PreviewDialog = dynamic(() => import("./preview-dialog"), { ssr: false });

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

const icons = { working: FileUp, asking: FileQuestion, done: FileCheck2, failed: FileWarning };

function UploadRow({ upload }: { upload: Upload }) {
  const { dismiss } = useUploads();
  const [looking, setLooking] = useState(false);
  const Icon = icons[upload.status];
  const look = () => setLooking(true);
  return (
    <li className="relative overflow-hidden rounded-lg border bg-raised py-1 pr-1 pl-2.5 text-sm">
      <div className="flex min-h-7 items-center gap-2">
        <Icon
          className={`size-4 shrink-0 ${upload.status === "failed" ? "text-danger" : "text-ink-muted"}`}
          aria-hidden="true"
        />
        <p className="min-w-0 flex-1 truncate">{upload.name}</p>
        {upload.status === "working" && <StepNote {...upload.progress} />}
        <IconButton
          size="sm"
          label={upload.status === "working" ? `Stop uploading ${upload.name}` : `Dismiss ${upload.name}`}
          onClick={() => dismiss(upload.id)}
        >
          <X />
        </IconButton>
      </div>
      {upload.status === "failed" && <p className="pr-1 pb-1 pl-6 text-danger text-xs">{upload.message}</p>}
      {upload.status === "asking" && <UploadQuestion upload={upload} onLook={look} />}
      {upload.status === "done" && <UploadDone upload={upload} onLook={look} />}
      {upload.status === "working" && (
        <progress
          aria-label={`Uploading ${upload.name}`}
          max={1}
          // Where nobody knows how far it is, no share says so.
          {...(upload.progress.share !== undefined && { value: upload.progress.share })}
          className="absolute inset-x-0 bottom-0 h-0.5 w-full appearance-none [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {looking && "preview" in upload && <PreviewDialog upload={upload} onClose={() => setLooking(false)} />}
    </li>
  );
}

const stepNames: Record<Step["step"], string> = {
  sending: "Sending",
  waiting: "Waiting for another import",
  reading: "Reading",
  types: "Finding types",
  writing: "Writing",
};

function StepNote({ step, share }: Step) {
  const percent = share !== undefined && share > 0 && share < 1 ? ` ${Math.round(share * 100)}%` : "";
  return (
    <span className="shrink-0 text-ink-faint text-xs tabular-nums">
      {stepNames[step]}
      {percent}
    </span>
  );
}
