"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { RequestError } from "@/app/_session";
import type { ImportUpload, UploadPreview } from "@/lib/sources/schema";
import type { Reference } from "@/lib/workspace/references";
import { isAccepted } from "./accepted-files";
import type { Step } from "./send-lines";
import { discardUpload, type Imported, importUpload, sendFile } from "./uploads-api";

export type Upload = { id: number; name: string } & (
  | { status: "working"; progress: Step }
  /** Its table's name is taken: somebody has to say what becomes of it. */
  | { status: "asking"; preview: UploadPreview }
  | { status: "done"; preview: UploadPreview; imported: Imported }
  | { status: "failed"; message: string }
);

type Uploads = {
  uploads: readonly Upload[];
  upload: (files: readonly File[]) => void;
  /** Makes a table of one that was looked at, or makes it anew. */
  importAs: (id: number, preview: UploadPreview, asked: ImportUpload) => void;
  /** Stops one that is on its way, and takes it off the list. */
  dismiss: (id: number) => void;
  /** The tables that came of files since the last message; a message takes them along, and off the list. */
  takeAlong: () => Reference[];
};

const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error("useUploads needs UploadsProvider.");
  return uploads;
}

/**
 * Files on their way to becoming tables, wherever they were dropped (C8). A file whose name is free becomes a table at
 * once: what doesn't fit a type is kept as text, and can be changed afterwards.
 */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const nextId = useRef(1);

  const set = useCallback(
    (upload: Upload) => setUploads((all) => all.map((other) => (other.id === upload.id ? upload : other))),
    [],
  );

  /** Does one upload's next step, with its progress and its end on the list. */
  const work = useCallback(
    async (
      { id, name }: { id: number; name: string },
      step: (watch: { onStep: (progress: Step) => void; signal: AbortSignal }) => Promise<Upload>,
    ) => {
      const controller = new AbortController();
      running.current.set(id, controller);
      try {
        const onStep = (progress: Step) => set({ id, name, status: "working", progress });
        set(await step({ onStep, signal: controller.signal }));
      } catch (error) {
        if (controller.signal.aborted) return;
        const message = error instanceof RequestError ? error.message : "The upload failed.";
        set({ id, name, status: "failed", message });
      } finally {
        running.current.delete(id);
      }
    },
    [set],
  );

  const importStep = useCallback(
    async (
      upload: { id: number; name: string; preview: UploadPreview },
      asked: ImportUpload,
      watch: Parameters<typeof importUpload>[2],
    ): Promise<Upload> => {
      const imported = await importUpload(upload.preview.uploadId, asked, watch);
      await queries.invalidateQueries({ queryKey: ["sources"] });
      return { ...upload, status: "done", imported };
    },
    [queries],
  );

  const upload = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        const named = { id: nextId.current++, name: file.name };
        const progress: Step = { step: "sending", share: 0 };
        setUploads((all) => [...all, { ...named, status: "working", progress }]);
        if (!isAccepted(file.name)) {
          const message = "Only CSV, TSV, JSON and Parquet files become tables.";
          set({ ...named, status: "failed", message });
          continue;
        }
        void work(named, async (watch) => {
          const preview = await sendFile(file, watch);
          if (preview.existing) return { ...named, status: "asking", preview };
          return importStep({ ...named, preview }, {}, watch);
        });
      }
    },
    [work, importStep, set],
  );

  const importAs = useCallback(
    (id: number, preview: UploadPreview, asked: ImportUpload) =>
      void work({ id, name: preview.name }, (watch) =>
        importStep({ id, name: preview.name, preview }, asked, watch),
      ),
    [work, importStep],
  );

  const dismiss = useCallback((id: number) => {
    running.current.get(id)?.abort();
    setUploads((all) => {
      const gone = all.find((other) => other.id === id);
      if (gone && "preview" in gone) void discardUpload(gone.preview.uploadId);
      return all.filter((other) => other.id !== id);
    });
  }, []);

  const takeAlong = useCallback(() => {
    const done = uploads.flatMap((each) => (each.status === "done" ? [each] : []));
    setUploads((all) => all.filter(({ status }) => status === "working" || status === "asking"));
    return done.map(
      ({ imported: { table, sourceId } }): Reference => ({
        ...{ kind: "table", id: table, title: table, sourceId },
      }),
    );
  }, [uploads]);

  const value = useMemo(
    () => ({ uploads, upload, importAs, dismiss, takeAlong }),
    [uploads, upload, importAs, dismiss, takeAlong],
  );
  return <UploadsContext value={value}>{children}</UploadsContext>;
}
