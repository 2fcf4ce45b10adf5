"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { jsonBody, request, requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { HeldTool, ServerStatus } from "@/lib/mcp/schema";

const key = ["mcp-servers"];
const everyMs = 15_000;
/** While someone looks. */
const closelyMs = 2_000;

/** The configured servers as they are now. Where there are none, they are asked for once. */
export function useServers({ closely = false } = {}) {
  return useQuery<ServerStatus[]>({
    queryKey: key,
    refetchInterval: ({ state }) => state.data?.length !== 0 && (closely ? closelyMs : everyMs),
    queryFn: async ({ signal }) =>
      (await requestJson<{ servers: ServerStatus[] }>("/api/mcp/servers", { signal })).servers,
  });
}

/** Accepts what a held tool says, as it was shown (S9). */
export function useAcceptTool() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ tool, fingerprint }: HeldTool) =>
      request(`/api/mcp/tools/${encodeURIComponent(tool)}/accept`, jsonBody("POST", { fingerprint })),
    onSuccess: (_, { tool }) => toast(`Agents may use ${tool} again`),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
