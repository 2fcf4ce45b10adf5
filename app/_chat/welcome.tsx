"use client";

import { ArrowRight } from "lucide-react";
import { useSession } from "@/app/_session";
import { Skeleton } from "@/app/_ui/skeleton";
import { suggestionsFor } from "./suggestions";
import { useSources } from "./use-sources";

const fallback = ["What data is there?", "Build a dashboard that gives me an overview", "What can you do?"];

/** An empty conversation: what this is, and questions the data can answer. */
export function Welcome() {
  const { send } = useSession();
  const { data, isPending } = useSources();
  const made = suggestionsFor(data ?? []);
  const suggestions = made.length > 1 ? made : fallback;
  return (
    <section className="flex flex-1 flex-col justify-end pb-4" aria-labelledby="welcome">
      <h2 id="welcome" className="text-balance font-semibold text-xl tracking-tight">
        What do you want to know?
      </h2>
      <p className="mt-1.5 max-w-prose text-ink-muted text-sm">
        Kaboo’s agents look into your data, save the queries and build dashboards beside this chat, while you
        watch. Everything on the canvas is yours to change.
      </p>
      <ul className="mt-4 divide-y divide-line rounded-lg border bg-surface" aria-busy={isPending}>
        {isPending
          ? fallback.map((text) => (
              <li key={text} className="flex h-10 items-center px-3">
                <Skeleton className="h-3 w-2/3" />
              </li>
            ))
          : suggestions.map((text) => (
              <li key={text}>
                <button
                  type="button"
                  onClick={() => send(text)}
                  className="group flex min-h-10 w-full items-center gap-2 px-3 py-2 text-left text-sm transition-colors duration-100 hover:bg-hover"
                >
                  <span className="flex-1">{text}</span>
                  <ArrowRight
                    className="size-3.5 shrink-0 text-ink-faint opacity-0 transition-opacity duration-100 group-hover:opacity-100 group-focus-visible:opacity-100"
                    aria-hidden="true"
                  />
                </button>
              </li>
            ))}
      </ul>
    </section>
  );
}
