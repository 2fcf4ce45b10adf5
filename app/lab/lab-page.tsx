"use client";

import { CircleAlert, CircleCheck, CircleDashed, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { request } from "@/app/_session";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { ErrorState } from "@/app/_ui/error-state";
import { RunColumn } from "@/app/lab/run-column";
import type { ListedScenario } from "@/lib/lab/play-on-server";

type State = "unplayed" | "passed" | "failed";
const icons = { unplayed: CircleDashed, passed: CircleCheck, failed: CircleAlert };
const tones = { unplayed: "text-ink-faint", passed: "text-success", failed: "text-danger" };
const words = { unplayed: "not played yet", passed: "as expected", failed: "not as expected" };

const stateOf = ({ last }: ListedScenario): State =>
  !last ? "unplayed" : last.problems.length > 0 ? "failed" : "passed";

/** All scenarios on the left; the chosen ones, two at most, side by side. */
export function LabPage({ scenarios }: { scenarios: ListedScenario[] }) {
  const [chosen, setChosen] = useState(["workspace-extend", "workspace-extend-read"]);
  const [playing, setPlaying] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [, startTransition] = useTransition();
  const router = useRouter();

  const choose = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name].slice(-2));

  async function play(names: readonly string[]) {
    setProblem(undefined);
    try {
      for (const name of names) {
        setPlaying(name);
        await request(`/api/lab/${encodeURIComponent(name)}`, { method: "POST" });
        startTransition(() => router.refresh());
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "It can’t be played.");
    } finally {
      setPlaying(undefined);
    }
  }

  return (
    <div className="flex h-dvh flex-col bg-canvas text-ink">
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-surface px-4 py-1.5">
        <h1 className="font-semibold text-sm">Lab</h1>
        <p className="min-w-0 grow basis-64 text-ink-muted text-sm">
          Scripted conversations through the real runtime. Choose two to see them side by side.
        </p>
        <Button disabled={playing !== undefined} onClick={() => void play(scenarios.map(({ name }) => name))}>
          Play all
        </Button>
        <Button
          variant="primary"
          disabled={playing !== undefined || chosen.length === 0}
          onClick={() => void play(chosen)}
        >
          <Play className="size-3.5" aria-hidden="true" />
          {playing ? `Playing ${playing}…` : "Play the chosen"}
        </Button>
      </header>
      {problem && (
        <ErrorState compact title="That scenario can’t be played">
          {problem}
        </ErrorState>
      )}
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <nav
          aria-label="Scenarios"
          className="max-h-[40%] shrink-0 overflow-y-auto border-b bg-surface p-2 md:max-h-none md:w-72 md:border-r md:border-b-0"
        >
          {scenarios.map((scenario) => {
            const state = stateOf(scenario);
            const Icon = icons[state];
            return (
              <button
                key={scenario.name}
                type="button"
                aria-pressed={chosen.includes(scenario.name)}
                onClick={() => choose(scenario.name)}
                className={cx(
                  "flex w-full gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover",
                  chosen.includes(scenario.name) && "bg-accent-soft",
                )}
              >
                <Icon className={cx("mt-0.5 size-4 shrink-0", tones[state])} aria-label={words[state]} />
                <span className="min-w-0">
                  <span className="block truncate font-medium text-sm">{scenario.name}</span>
                  <span className="block text-ink-muted text-xs">{scenario.description}</span>
                </span>
              </button>
            );
          })}
        </nav>
        <main className="flex min-h-0 min-w-0 flex-1 flex-col divide-y overflow-y-auto md:flex-row md:divide-x md:divide-y-0 md:overflow-y-hidden">
          {chosen.map((name) => (
            <RunColumn key={name} name={name} run={scenarios.find((one) => one.name === name)?.last} />
          ))}
        </main>
      </div>
    </div>
  );
}
