"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { jsonBody, request, requestJson, useSessionStatus } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { ThreadSummary } from "@/lib/threads/schema";

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
      (await requestJson<{ threads: ThreadSummary[] }>("/api/threads", { signal })).threads,
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
