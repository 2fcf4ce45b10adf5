import { jsonBody, request, requestJson } from "@/app/_session";
import type { BrokenQuery } from "@/lib/queries/schema";
import type { Cell, ImportedTable, ImportUpload, Reading, UploadPreview } from "@/lib/sources/schema";
import { type Step, sendLines } from "./send-lines";

export type Imported = ImportedTable & { broken: BrokenQuery[] };

type Watch = { onStep: (step: Step) => void; signal: AbortSignal };

const base = "/api/sources/uploads";

/** Sends one file, to be looked at before it becomes a table. */
export async function sendFile(file: File, watch: Watch): Promise<UploadPreview> {
  const body = new FormData();
  body.set("file", file);
  return (await sendLines<{ preview: UploadPreview }>(base, body, watch)).preview;
}

export async function importUpload(uploadId: string, asked: ImportUpload, watch: Watch): Promise<Imported> {
  const path = `${base}/${uploadId}/import`;
  return (await sendLines<{ imported: Imported }>(path, JSON.stringify(asked), watch)).imported;
}

/** How it would look with other types. */
export function previewUpload(
  uploadId: string,
  columns: Reading[],
  signal: AbortSignal,
): Promise<UploadPreview> {
  return requestJson(`${base}/${uploadId}/preview`, { ...jsonBody("POST", { columns }), signal });
}

export async function discardUpload(uploadId: string): Promise<void> {
  // It goes by itself within the hour.
  await request(`${base}/${uploadId}`, { method: "DELETE" }).catch(() => {});
}

/** A value as text. */
export const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell);

/** 1 row, 1,234 rows. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;
