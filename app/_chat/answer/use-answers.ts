"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { jsonBody, request, useSessionObject, useSessionStatus } from "@/app/_session";
import { AnswerFacts, type NewRating } from "@/lib/runs/schema";

const Answers = z.object({ answers: z.array(AnswerFacts) });
const keyOf = (threadId: string) => ["answers", threadId];

/** What is known of this conversation's answers beside their words; read again when a run ends. */
function useAnswers<T>(
  select: (answers: readonly AnswerFacts[]) => T,
  refetchInterval: number | false = false,
) {
  const { threadId } = useSessionObject();
  return useQuery({
    queryKey: keyOf(threadId),
    queryFn: async ({ signal }) => {
      const path = `/api/threads/${encodeURIComponent(threadId)}/answers`;
      return Answers.parse(await (await request(path, { signal })).json()).answers;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval,
    select,
  });
}

/** A run's last word is heard a moment before it is folded, which is when its tokens are known. */
const foldingMs = 700;

/** For the one place that keeps them new. */
export function useKeepAnswersNew(): void {
  const { threadId } = useSessionObject();
  const queries = useQueryClient();
  const running = useSessionStatus() === "running";
  const [folding, setFolding] = useState(false);
  const { data } = useAnswers(isFolding, folding && !running ? foldingMs : false);
  if (data !== undefined && data !== folding) setFolding(data);
  useEffect(() => {
    if (!running) void queries.invalidateQueries({ queryKey: keyOf(threadId) });
  }, [queries, threadId, running]);
}

const isFolding = (answers: readonly AnswerFacts[]) => answers.some(({ status }) => status === "running");

export function useAnswer(messageId: string | undefined): AnswerFacts | undefined {
  return useAnswers((answers) => answers.find((each) => each.messageId === messageId)).data;
}

/** One agent's share of an answer: its delegate's own id is the invocation's. */
export function useAgentWork(id: string | undefined) {
  return useAnswers((answers) => answers.flatMap(({ agents }) => agents).find((each) => each.id === id)).data;
}

/** Thumbs; null takes them back. */
export function useRate(runId: string) {
  const { threadId } = useSessionObject();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rating: NewRating | null) =>
      request(`/api/runs/${encodeURIComponent(runId)}/rating`, {
        ...(rating ? jsonBody("PUT", rating) : { method: "DELETE" }),
        // Said, even when the page goes away right after.
        keepalive: true,
      }),
    // One after the other: the newest opinion is the last to arrive.
    scope: { id: `rating ${runId}` },
    onMutate: (rating) =>
      queries.setQueryData<AnswerFacts[]>(keyOf(threadId), (all) =>
        all?.map((each) => (each.runId === runId ? { ...each, rating } : each)),
      ),
    onError: (error: Error) => {
      toast.error(error.message);
      void queries.invalidateQueries({ queryKey: keyOf(threadId) });
    },
  });
}
