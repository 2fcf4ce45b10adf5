"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { jsonBody, requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { Knowledge, KnowledgeEdit, KnowledgeVersion } from "@/lib/knowledge/schema";

const path = "/api/knowledge";

export function useKnowledge() {
  return useQuery({
    queryKey: ["knowledge"],
    queryFn: ({ signal }) => requestJson<Knowledge>(path, { signal }),
  });
}

export function useKnowledgeVersions(version: number | undefined) {
  return useQuery({
    queryKey: ["knowledge", "versions", version],
    enabled: version !== undefined,
    queryFn: async ({ signal }) =>
      (await requestJson<{ versions: KnowledgeVersion[] }>(`${path}/versions`, { signal })).versions,
  });
}

/**
 * Edits, undo and restore. What was refused because another changed the same is read anew, and the person's words stay in
 * their form.
 */
export function useKnowledgeEdits(version: number) {
  const queries = useQueryClient();
  const send = async (to: string, init: RequestInit) => {
    const knowledge = await requestJson<Knowledge>(to, init);
    queries.setQueryData(["knowledge"], knowledge);
    return knowledge;
  };
  const readAnew = () => void queries.invalidateQueries({ queryKey: ["knowledge"] });
  const onError = (error: Error) => {
    toast.error(error.message);
    readAnew();
  };
  const mutationFn = (change: KnowledgeEdit) =>
    send(path, jsonBody("PATCH", change, { "if-match": `"${version}"` }));
  // A form tells what was refused where it was written.
  const edit = useMutation({ mutationFn, onError: readAnew });
  const removal = useMutation({ mutationFn, onError });
  const undo = useMutation({
    mutationFn: (changeId: string) => send(`${path}/undo`, jsonBody("POST", { changeIds: [changeId] })),
    onSuccess: () => toast("Taken back"),
    onError,
  });
  const restore = useMutation({
    mutationFn: (to: number) => send(`${path}/restore`, jsonBody("POST", { version: to })),
    onSuccess: () => toast("Restored"),
    onError,
  });
  return { edit, remove: (id: string) => removal.mutate({ remove: [id] }), undo, restore };
}

export type KnowledgeEdits = ReturnType<typeof useKnowledgeEdits>;
