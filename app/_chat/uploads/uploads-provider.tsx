"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { RequestError } from "@/app/_session";
import type { Reference } from "@/lib/workspace/references";
import { isAccepted } from "./accepted-files";
import { type Uploaded, uploadFile } from "./upload-file";

export type Upload = { id: number; name: string } & (
  | { status: "sending"; share: number }
  | { status: "done"; uploaded: Uploaded }
  | { status: "failed"; message: string }
);

type Uploads = {
  uploads: readonly Upload[];
  upload: (files: readonly File[]) => void;
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

/** Files on their way to becoming tables, wherever they were dropped (C8). */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const nextId = useRef(1);

  const sendOne = useCallback(
    async (id: number, file: File) => {
      const set = (upload: Upload) =>
        setUploads((all) => all.map((other) => (other.id === id ? upload : other)));
      const { name } = file;
      if (!isAccepted(name)) {
        set({ id, name, status: "failed", message: "Only CSV, TSV, JSON and Parquet files become tables." });
        return;
      }
      const controller = new AbortController();
      running.current.set(id, controller);
      try {
        const onProgress = (share: number) => set({ id, name, status: "sending", share });
        const uploaded = await uploadFile(file, { onProgress, signal: controller.signal });
        set({ id, name, status: "done", uploaded });
        await queries.invalidateQueries({ queryKey: ["sources"] });
      } catch (error) {
        if (controller.signal.aborted) return;
        const message = error instanceof RequestError ? error.message : "The upload failed.";
        set({ id, name, status: "failed", message });
      } finally {
        running.current.delete(id);
      }
    },
    [queries],
  );

  const upload = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        const id = nextId.current++;
        setUploads((all) => [...all, { id, name: file.name, status: "sending", share: 0 }]);
        void sendOne(id, file);
      }
    },
    [sendOne],
  );

  const dismiss = useCallback((id: number) => {
    running.current.get(id)?.abort();
    setUploads((all) => all.filter((other) => other.id !== id));
  }, []);

  const takeAlong = useCallback(() => {
    const done = uploads.flatMap((each) => (each.status === "done" ? [each] : []));
    setUploads((all) => all.filter((each) => each.status === "sending"));
    return done.map(
      ({ uploaded: { table, sourceId } }): Reference => ({
        ...{ kind: "table", id: table, title: table, sourceId },
      }),
    );
  }, [uploads]);

  const value = useMemo(
    () => ({ uploads, upload, dismiss, takeAlong }),
    [uploads, upload, dismiss, takeAlong],
  );
  return <UploadsContext value={value}>{children}</UploadsContext>;
}
