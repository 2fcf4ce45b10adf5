"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { jsonBody, request, useSessionStatus } from "@/app/_session";
import { ThreadSummary } from "@/lib/threads/schema";

const Threads = z.object({ threads: z.array(ThreadSummary) });
const key = ["threads"];

/** The conversations, newest first. Read again when a run begins or ends: that makes, names and moves them. */
export function useThreads() {
  const queries = useQueryClient();
  const running = useSessionStatus() === "running";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `running` is what it waits for
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: key });
  }, [queries, running]);
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      Threads.parse(await (await request("/api/threads", { signal })).json()).threads,
  });
}

export function useThreadEdits() {
  const queries = useQueryClient();
  const settled = {
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  };
  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      request(`/api/threads/${encodeURIComponent(id)}`, jsonBody("PATCH", { title })),
    ...settled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      request(`/api/threads/${encodeURIComponent(id)}`, { method: "DELETE" }),
    ...settled,
  });
  return { rename, remove };
}
