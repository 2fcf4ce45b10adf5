"use client";

import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { jsonBody, request, requestJson, useSessionObject, useSessionStatus } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { AnswerFacts, AnswerStretch, NewRating } from "@/lib/runs/schema";

/** Asked for at once: the newest with the conversation, earlier ones as one scrolls up. */
const runsAtOnce = 30;
const keyOf = (threadId: string) => ["answers", threadId];

/** What is known of this conversation's answers beside their words; read again when a run ends. */
function useAnswers<T>(
  select: (answers: readonly AnswerFacts[]) => T,
  refetchInterval: number | false = false,
) {
  const { threadId } = useSessionObject();
  return useInfiniteQuery({
    queryKey: keyOf(threadId),
    queryFn: ({ signal, pageParam }) => {
      const path = `/api/threads/${encodeURIComponent(threadId)}/answers?runs=${runsAtOnce}${pageParam}`;
      return requestJson<AnswerStretch>(path, { signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ earlier }) => (earlier > 0 ? `&before=${earlier}` : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval,
    select: ({ pages }) => select(pages.toReversed().flatMap(({ answers }) => answers)),
  });
}

/** A run's last word is heard a moment before it is folded, which is when its tokens are known. */
const foldingMs = 700;

/** For the one place that keeps them new, and reads on until they reach the first message that is there. */
export function useKeepAnswersNew(firstMessageId: string | undefined): void {
  const { threadId } = useSessionObject();
  const queries = useQueryClient();
  const running = useSessionStatus() === "running";
  const [folding, setFolding] = useState(false);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useAnswers(
    (answers) => ({ folding: isFolding(answers), complete: reachBack(answers, firstMessageId) }),
    folding && !running ? foldingMs : false,
  );
  if (data !== undefined && data.folding !== folding) setFolding(data.folding);
  const wanting = data?.complete === false && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (wanting) void fetchNextPage();
  }, [wanting, fetchNextPage]);
  useEffect(() => {
    if (!running) void queries.invalidateQueries({ queryKey: keyOf(threadId) });
  }, [queries, threadId, running]);
}

/** Whether they hold every run of the turn that a message began: one from before it is among them. */
function reachBack(answers: readonly AnswerFacts[], messageId: string | undefined): boolean {
  const [first] = answers;
  if (messageId === undefined || !first) return true;
  return first.messageId !== messageId && answers.some((each) => each.messageId === messageId);
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
      queries.setQueryData<InfiniteData<AnswerStretch>>(
        keyOf(threadId),
        (all) =>
          all && {
            ...all,
            pages: all.pages.map((page) => ({
              ...page,
              answers: page.answers.map((each) => (each.runId === runId ? { ...each, rating } : each)),
            })),
          },
      ),
    onError: (error: Error) => {
      toast.error(error.message);
      void queries.invalidateQueries({ queryKey: keyOf(threadId) });
    },
  });
}
