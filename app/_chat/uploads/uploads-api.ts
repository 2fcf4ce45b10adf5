import { z } from "zod";
import { jsonBody, request } from "@/app/_session";
import { BrokenQuery } from "@/lib/queries/schema";
import {
  type Cell,
  ImportedTable,
  type ImportUpload,
  type Reading,
  UploadPreview,
} from "@/lib/sources/schema";
import { type Step, sendLines } from "./send-lines";

const Imported = ImportedTable.extend({ broken: z.array(BrokenQuery) });
export type Imported = z.infer<typeof Imported>;

type Watch = { onStep: (step: Step) => void; signal: AbortSignal };

const base = "/api/sources/uploads";

/** Sends one file, to be looked at before it becomes a table. */
export async function sendFile(file: File, watch: Watch): Promise<UploadPreview> {
  const body = new FormData();
  body.set("file", file);
  return z.object({ preview: UploadPreview }).parse(await sendLines(base, body, watch)).preview;
}

export async function importUpload(uploadId: string, asked: ImportUpload, watch: Watch): Promise<Imported> {
  const answer = await sendLines(`${base}/${uploadId}/import`, JSON.stringify(asked), watch);
  return z.object({ imported: Imported }).parse(answer).imported;
}

/** How it would look with other types. */
export async function previewUpload(
  uploadId: string,
  columns: Reading[],
  signal: AbortSignal,
): Promise<UploadPreview> {
  const response = await request(`${base}/${uploadId}/preview`, { ...jsonBody("POST", { columns }), signal });
  return UploadPreview.parse(await response.json());
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
