import type { Interrupt, ResumeEntry } from "@ag-ui/core";
import type { ChooseModel } from "@/lib/agent/model";
import { person } from "@/lib/changes/actor";
import { DashboardEdit, WidgetEdit } from "@/lib/dashboards/schema";
import { breakTeam, watchTools } from "@/lib/lab/break-team";
import { openLabServers } from "@/lib/lab/lab-servers";
import { type Ground, type Lab, openLab } from "@/lib/lab/open-lab";
import { createScriptedChoice, type SpokenScript } from "@/lib/lab/scripted-choice";
import type { TurnResult } from "@/lib/lab/turn-result";
import { substitute, substituteText } from "@/lib/model/scripted/substitute";
import type { Scenario, ScenarioTurn } from "@/lib/scenarios/scenario";
import { equalJson } from "@/lib/shared/equal-json";
import { newId } from "@/lib/shared/id";
import { isJsonObject, type Json, type JsonObject, jsonOrText } from "@/lib/shared/json";

export type ScenarioRun = {
  scenario: Scenario;
  turns: TurnResult[];
  /** The thread on the ground that it was played on. */
  threadId: string;
  ownerId: string;
  /** What was expected and didn't come. */
  problems: string[];
};

export type ScenarioParts = {
  /** Where it is played, as an owner of its own. */
  ground: Ground;
  /** A real model answers instead of the script. */
  live?: ChooseModel | undefined;
};

/** Plays a scenario through the real runtime: services, team, engine, log (L1). */
export async function runScenario(scenario: Scenario, { live, ground }: ScenarioParts): Promise<ScenarioRun> {
  const spoken: SpokenScript = { calls: [], results: new Map() };
  let turn: ScenarioTurn | undefined;
  let lab: Lab | undefined;
  let stopping: Promise<void> | undefined;
  const threadId = newId("t");
  const own = ground.servers ? undefined : await openLabServers(scenario, ground.dataFolder);
  lab = await openLab({
    ground: { ...ground, ...(own && { servers: own }) },
    chooseModel: live ?? createScriptedChoice(scenario, spoken),
    isLive: live !== undefined,
    adapt: (team) =>
      watchTools(breakTeam(team, scenario.breaks), async ({ tool, agent }, result) => {
        const made = spoken.calls.find((one) => one.tool === tool && one.agent === agent && !one.ended);
        if (!made || !lab) return;
        made.ended = true;
        spoken.results.set(made.id, result.structured ?? jsonOrText(result.text));
        for (const edit of turn?.edits ?? [])
          if (edit.after === made.id) await makeEdit(lab, edit, spoken.results);
        // Not awaited: it ends with the run, of which this call is a part.
        if (turn?.stop === made.id) stopping = lab.stop(threadId);
      }),
  });
  try {
    const turns: TurnResult[] = [];
    for (turn of scenario.turns) {
      const answer = answersOf(turn, spoken);
      turns.push(await lab.say(threadId, { ...labTurn(scenario, turn, spoken.results), answer }));
    }
    await stopping;
    const { ownerId } = lab;
    return {
      scenario,
      turns,
      threadId,
      ownerId,
      problems: problemsOf(scenario, turns, spoken.results, live === undefined),
    };
  } finally {
    await lab.close();
    await own?.close();
  }
}

function labTurn(scenario: Scenario, turn: ScenarioTurn, results: ReadonlyMap<string, Json>) {
  const forwardedProps: JsonObject = {
    kaboo_scenario: scenario.name,
    ...(turn.action && { kaboo_action: substitute(turn.action, (id) => results.get(id)) }),
  };
  return {
    message: turn.user,
    forwardedProps,
    ...(turn.context && { context: turn.context }),
    ...(turn.references && { references: substitute(turn.references, (id) => results.get(id)) }),
  };
}

/** A person's answers (L5), by the script's name of the call: the first of its kind that has not ended. */
function answersOf({ answers = {} }: ScenarioTurn, { calls, results }: SpokenScript) {
  return (interrupts: readonly Interrupt[]): ResumeEntry[] => {
    const waiting = calls.filter((call) => !call.ended && Object.hasOwn(answers, call.id));
    return interrupts.flatMap(({ id, metadata }) => {
      const at = waiting.findIndex(({ tool, agent }) => tool === metadata?.tool && agent === metadata?.agent);
      const [call] = at < 0 ? [] : waiting.splice(at, 1);
      const given = call && answers[call.id];
      if (!call || !given) return [];
      call.ended ||= given.status === "rejected";
      const input =
        given.input === undefined ? undefined : substitute(given.input, (name) => results.get(name));
      const approved = given.status === "approved";
      const word = { approved, ...(input !== undefined && { editedArgs: input }), reason: given.reason };
      const payload = metadata?.kind === "question" ? input : word;
      return [{ interruptId: id, status: "resolved" as const, payload }];
    });
  };
}

/** A person's edit: members of the dashboard, and of its widgets by id. */
async function makeEdit(
  { services, ownerId }: Lab,
  edit: NonNullable<ScenarioTurn["edits"]>[number],
  results: ReadonlyMap<string, Json>,
): Promise<void> {
  const resultOf = (id: string) => results.get(id);
  const id = String(substituteText(edit.dashboard, resultOf));
  const { widgets, ...members } = edit.patch;
  const { version } = await services.dashboards.get(ownerId, id);
  const actor = person(ownerId, version);
  if (Object.keys(members).length > 0)
    await services.dashboards.update(actor, id, DashboardEdit.parse(substitute(members, resultOf)));
  if (!isJsonObject(widgets)) return;
  const changes = Object.entries(widgets).map(([widgetId, patch]) => ({
    widgetId: String(substituteText(widgetId, resultOf)),
    ...WidgetEdit.parse(substitute(patch, resultOf)),
  }));
  await services.dashboards.updateWidgets(actor, id, changes);
}

function problemsOf(
  { expect = {}, turns: said }: Scenario,
  turns: readonly TurnResult[],
  results: ReadonlyMap<string, Json>,
  scripted: boolean,
): string[] {
  const endings = turns.flatMap(({ status, error }, index) => {
    const isLast = index === turns.length - 1;
    // The person may go on with another message instead of an answer.
    if (!isLast && status === "interrupt" && said[index]?.answers === undefined) return [];
    const wanted = (isLast && scripted && expect.ends) || "success";
    return status === wanted ? [] : [`turn ${index + 1} ended as ${status}: ${error ?? ""}`];
  });
  if (!scripted) return endings;
  const calls = turns.flatMap((turn) => turn.calls());
  const warnings = turns.flatMap((turn) => turn.warnings);
  const last = turns.at(-1);
  return [
    ...endings,
    ...counted("tool calls", calls.length, expect.toolCalls),
    ...counted("failed calls", calls.filter((call) => call.failed).length, expect.failedCalls),
    ...(expect.warnings ?? []).flatMap((text) =>
      warnings.some((warning) => warning.includes(text)) ? [] : [`no warning says "${text}"`],
    ),
    ...Object.entries(expect.state ?? {}).flatMap(([where, wanted]) => {
      const pointer = String(substituteText(where, (id) => results.get(id)));
      const value = substitute(wanted, (id) => results.get(id));
      const found = last?.at(pointer);
      return equalJson(found, value)
        ? []
        : [`${pointer} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`];
    }),
  ];
}

const counted = (what: string, found: number, wanted: number | undefined): string[] =>
  wanted === undefined || wanted === found ? [] : [`${found} ${what}, not ${wanted}`];
