import { PromptRow } from "@/app/_inspector/prompt-row";
import { cx } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/empty-state";
import type { KeptRun } from "@/lib/lab/kept-run";

type Turn = KeptRun["turns"][number];

/** One scenario's last run: each turn with what it cost, its calls, and each model call with what was new in it. */
export function RunColumn({ name, run }: { name: string; run: KeptRun | undefined }) {
  return (
    <section aria-label={name} className="min-w-0 flex-1 p-4 md:overflow-y-auto">
      <h2 className="font-semibold text-sm">{name}</h2>
      {!run && <EmptyState title="Not played yet">Play it, and what came of it shows up here.</EmptyState>}
      {run && (
        <p className="text-ink-faint text-xs">
          {run.at.slice(0, 19).replace("T", " ")} UTC
          {run.problems.length === 0 && ", as expected"}
        </p>
      )}
      {run?.problems.map((problem) => (
        <p key={problem} className="mt-1 text-danger text-sm">
          {problem}
        </p>
      ))}
      {run?.turns.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run that is over does not change
        <TurnRows key={index} turn={turn} turns={run.turns} index={index} />
      ))}
    </section>
  );
}

function TurnRows({ turn, turns, index }: { turn: Turn; turns: readonly Turn[]; index: number }) {
  const { toolCalls, modelCalls, promptTokens, cachedTokens, durationMs } = turn.counts;
  const cached = promptTokens > 0 ? Math.round((100 * cachedTokens) / promptTokens) : 0;
  const earlier = turns.slice(0, index).flatMap(({ prompts }) => prompts);
  return (
    <article className="mt-4 rounded-lg border bg-surface">
      <header className="space-y-1 border-b p-3">
        <p className="line-clamp-2 font-medium text-sm">{turn.user}</p>
        <p className="text-ink-muted text-xs tabular-nums">
          {toolCalls} tool calls · {modelCalls} model calls · {promptTokens.toLocaleString("en")} prompt
          tokens, {cached}% cached · {Math.round(durationMs)} ms
          {turn.status !== "success" && ` · ${turn.status}`}
        </p>
        <ul className="flex flex-wrap gap-1">
          {turn.calls.map(({ id, tool, failed }) => (
            <li
              key={id}
              className={cx("rounded border px-1.5 font-mono text-2xs", failed && "text-danger line-through")}
            >
              {tool}
            </li>
          ))}
        </ul>
      </header>
      <div className="p-1">
        {turn.prompts.map((prompt, step) => {
          const before = [...earlier, ...turn.prompts.slice(0, step)].findLast(
            ({ slot }) => slot === prompt.slot,
          );
          return <PromptRow key={`${prompt.invocationId} ${prompt.step}`} call={prompt} before={before} />;
        })}
      </div>
      {turn.answer && <p className="border-t p-3 text-ink-muted text-sm">{turn.answer}</p>}
    </article>
  );
}
