"use client";

import { useSession, useWorkspace } from "@/app/_session";
import { textOf } from "../conversation";
import { followUpsFor } from "../suggestions";
import { useSources } from "../use-sources";

/** Where to go from here, under the newest answer (C12). */
export function FollowUps() {
  const { send, messages } = useSession();
  const { data: sources = [] } = useSources();
  const { dashboards, queries } = useWorkspace();
  const titles = Object.values(queries).map(({ title }) => title);
  const said = messages.flatMap((message) => (message.role === "user" ? [textOf(message.content)] : []));
  const questions = followUpsFor(sources, { board: Object.keys(dashboards).length > 0, titles, said });
  if (questions.length === 0) return null;
  return (
    <ul aria-label="Questions to go on with" className="flex flex-wrap gap-1.5 pt-1 pb-2">
      {questions.map((question) => (
        <li key={question} className="min-w-0">
          <button
            type="button"
            onClick={() => send(question)}
            className="min-h-7 rounded-full border bg-raised px-3 py-1 text-left text-ink-muted text-xs transition-colors duration-100 hover:border-line-strong hover:text-ink"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
