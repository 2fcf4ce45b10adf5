"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { z } from "zod";
import { jsonBody, request } from "@/app/_session";
import { Knowledge, type KnowledgeEdit, KnowledgeVersion } from "@/lib/knowledge/schema";

const path = "/api/knowledge";
const Versions = z.object({ versions: z.array(KnowledgeVersion) });

export function useKnowledge() {
  return useQuery({
    queryKey: ["knowledge"],
    queryFn: async ({ signal }) => Knowledge.parse(await (await request(path, { signal })).json()),
  });
}

export function useKnowledgeVersions(version: number | undefined) {
  return useQuery({
    queryKey: ["knowledge", "versions", version],
    enabled: version !== undefined,
    queryFn: async ({ signal }) =>
      Versions.parse(await (await request(`${path}/versions`, { signal })).json()).versions,
  });
}

/**
 * Edits, undo and restore. What was refused because another changed the same is read anew, and the person's words stay in
 * their form.
 */
export function useKnowledgeEdits(version: number) {
  const queries = useQueryClient();
  const settle = async (response: Response) => {
    const knowledge = Knowledge.parse(await response.json());
    queries.setQueryData(["knowledge"], knowledge);
    return knowledge;
  };
  const readAnew = () => void queries.invalidateQueries({ queryKey: ["knowledge"] });
  const onError = (error: Error) => {
    toast.error(error.message);
    readAnew();
  };
  const mutationFn = async (change: KnowledgeEdit) =>
    settle(await request(path, jsonBody("PATCH", change, { "if-match": `"${version}"` })));
  // A form tells what was refused where it was written.
  const edit = useMutation({ mutationFn, onError: readAnew });
  const removal = useMutation({ mutationFn, onError });
  const undo = useMutation({
    mutationFn: async (changeId: string) =>
      settle(await request(`${path}/undo`, jsonBody("POST", { changeIds: [changeId] }))),
    onSuccess: () => toast("Taken back"),
    onError,
  });
  const restore = useMutation({
    mutationFn: async (to: number) =>
      settle(await request(`${path}/restore`, jsonBody("POST", { version: to }))),
    onSuccess: () => toast("Restored"),
    onError,
  });
  return { edit, remove: (id: string) => removal.mutate({ remove: [id] }), undo, restore };
}

export type KnowledgeEdits = ReturnType<typeof useKnowledgeEdits>;
