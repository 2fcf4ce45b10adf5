import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorText } from "@/app/_canvas/data/error-text";
import { useSaveQuery } from "@/app/_canvas/data/use-queries";
import { parameterNames, valuesFor, valueText } from "@/app/_canvas/query/parameters";
import type { Run } from "@/app/_canvas/query/run-history";
import { positionOf, runRows } from "@/app/_canvas/query/run-rows";
import { jsonBody, requestJson } from "@/app/_session";
import { toast } from "@/app/_ui/toast";
import type { Query } from "@/lib/queries/schema";

type Ran = { sql: string; offset: number };

/** A text that is being written: its values, its latest run, and how it is saved (Q5). */
export function useWorkbench(
  query: Query | null,
  firstSource: string,
  { onSaved, onRan }: { onSaved: (query: Query) => void; onRan: (run: Run) => void },
) {
  const client = useQueryClient();
  const [sql, setSql] = useState(query?.sql ?? "");
  const [sourceId, setSourceId] = useState(query?.sourceId ?? firstSource);
  const [fields, setFields] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(query?.params ?? {}).map(([name, value]) => [name, valueText(value)])),
  );
  const running = useRef<AbortController>(null);
  const names = parameterNames(sql);
  const params = valuesFor(names, fields);

  const run = useMutation({
    mutationFn: async ({ sql: text }: Ran) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const started = performance.now();
      const values = valuesFor(parameterNames(text), fields);
      const rows = await runRows({ sql: text, sourceId, params: values }, controller.signal);
      return { rows, tookMs: performance.now() - started };
    },
    onSuccess: ({ rows, tookMs }, { sql: text }) =>
      onRan({ sql: text, sourceId, at: Date.now(), rows: rows.rows.length, tookMs }),
    onError: (error, { sql: text }) => {
      if (!isStopped(error)) onRan({ sql: text, sourceId, at: Date.now(), error: errorText(error) });
    },
  });

  const edit = useSaveQuery();
  const create = useMutation({
    mutationFn: (title: string) =>
      requestJson<Query>("/api/queries", jsonBody("POST", { title, sql, sourceId, params })),
    onSuccess: (saved) => {
      client.setQueryData(["query", saved.id], saved);
      void client.invalidateQueries({ queryKey: ["queries"] });
      toast.success(`Saved “${saved.title}”`);
      onSaved(saved);
    },
    onError: (error) => toast.error(errorText(error)),
  });

  const changed =
    query === null ||
    sql.trim() !== query.sql.trim() ||
    JSON.stringify(params) !== JSON.stringify(query.params);
  const stopped = isStopped(run.error);
  const place = stopped ? undefined : positionOf(run.error);
  return {
    sql,
    setSql,
    sourceId: sourceId || firstSource,
    setSourceId,
    names,
    fields,
    setField: (name: string, value: string) => setFields((all) => ({ ...all, [name]: value })),
    changed,
    discard: () => {
      setSql(query?.sql ?? "");
      run.reset();
    },
    /** Runs a part of the text, or all of it. */
    run: (selected: string | null = null, offset = 0) => {
      const text = selected ?? sql;
      if (text.trim() !== "") run.mutate({ sql: text, offset });
    },
    stop: () => running.current?.abort(),
    running: run.isPending,
    result: run.data,
    failure: run.error && !stopped ? errorText(run.error) : null,
    /** Where in the whole text the latest run failed. */
    error:
      run.error && place !== undefined
        ? { message: errorText(run.error), position: place + (run.variables?.offset ?? 0) }
        : null,
    saving: edit.isPending || create.isPending,
    create: create.mutate,
    save: () => {
      if (!query) return;
      edit.mutate(
        { query, edit: { sql, params } },
        {
          onSuccess: (saved) => toast.success(`Saved version ${saved.version}`),
          onError: (error) => toast.error(errorText(error)),
        },
      );
    },
  };
}

const isStopped = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

export type Workbench = ReturnType<typeof useWorkbench>;
