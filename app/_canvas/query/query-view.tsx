"use client";

import { Loading } from "@/app/_canvas/charts/faces";
import { errorText } from "@/app/_canvas/data/error-text";
import { useSavedQuery } from "@/app/_canvas/data/use-queries";
import { useSources } from "@/app/_canvas/data/use-sources";
import type { Target } from "@/app/_canvas/follow/follow";
import { newQueryId } from "@/app/_canvas/query/new-query";
import { Workbench } from "@/app/_canvas/query/workbench";
import { ErrorState } from "@/app/_ui/error-state";

/** The workbench on a saved query, or on one that is yet to be written. */
export function QueryView({ id, onOpen }: { id: string; onOpen: (target: Target) => void }) {
  const unsaved = id === newQueryId;
  const found = useSavedQuery(unsaved ? undefined : id);
  const sources = useSources();
  const error = found.error ?? sources.error;
  if ((unsaved || found.data) && sources.data)
    return <Workbench key={id} query={found.data ?? null} sources={sources.data} onOpen={onOpen} />;
  if (!error)
    return (
      <div className="flex-1 p-6">
        <Loading kind="table" />
      </div>
    );
  return (
    <div className="mx-auto w-full max-w-lg p-6">
      <ErrorState
        title="The query can't be opened"
        onRetry={() => void (found.error ? found.refetch() : sources.refetch())}
      >
        {errorText(error)}
      </ErrorState>
    </div>
  );
}
