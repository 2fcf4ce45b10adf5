import type { ModelMessage } from "ai";
import { holdsId, RecordedIds, withPlaces } from "@/lib/lab/recorded-ids";
import { Scenario, type ScenarioTurn, type Step } from "@/lib/scenarios/scenario";
import { isJsonObject, type Json } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";
import { workspaceOf } from "@/lib/workspace/workspace-of";

type Recorded = {
  name: string;
  /** Whose transcript holds the person's messages. */
  entry: string;
  state: { readonly [key: string]: unknown };
  transcripts: ReadonlyMap<string, readonly ModelMessage[]>;
  /** What people said to calls that waited for them, by call. */
  answers: ReadonlyMap<string, Json>;
};

/** A conversation as a scenario: what was said and called, and the workspace that came of it (L4). */
export function recordScenario({ name, entry, state, transcripts, answers }: Recorded): Scenario {
  const all = new RecordedIds();
  for (const messages of [transcripts.get(entry) ?? [], ...transcripts.values()])
    for (const { id, structured } of resultsIn(messages)) all.note(id, structured);
  const script: Record<string, Step[]> = {};
  let toolCalls = 0;
  for (const [slot, messages] of transcripts) {
    const steps = stepsOf(messages, all);
    script[slot] = steps;
    toolCalls += steps.reduce((sum, step) => sum + (step.calls?.length ?? 0), 0);
  }
  const messages = transcripts.get(entry) ?? [];
  const words = answersOf(answers, all);
  const turns = turnsOf(messages).map(({ user, calls }): ScenarioTurn => {
    // A delegate's call is asked about in the turn that asked the delegate.
    const own = Object.entries(words).filter(
      ([id]) => calls.has(id) || (!isCalledIn(messages, id) && calls.size > 0),
    );
    return { user: user || "(nothing)", ...(own.length > 0 && { answers: Object.fromEntries(own) }) };
  });
  const last = [...(turnsOf(messages).at(-1)?.calls ?? [])];
  const waits = last.some((id) => !resultsIn(messages).some((result) => result.id === id));
  return Scenario.parse({
    name,
    description: `Saved from a conversation of ${turns.length} turn${turns.length === 1 ? "" : "s"}.`,
    turns,
    script,
    expect: {
      toolCalls,
      state: expectedState(state, all),
      ...(waits && { ends: "interrupt" as const }),
    },
  });
}

type Answers = NonNullable<ScenarioTurn["answers"]>;

/** An approval's word, or a form's answers, as a scenario writes them. */
function answersOf(answers: Recorded["answers"], ids: RecordedIds): Answers {
  return Object.fromEntries(
    [...answers].map(([call, payload]): [string, Answers[string]] => {
      if (!isJsonObject(payload) || typeof payload.approved !== "boolean")
        return [call, { status: "approved", input: withPlaces(payload, [ids]) }];
      const { approved, editedArgs, reason } = payload;
      return [
        call,
        {
          status: approved ? "approved" : "rejected",
          ...(editedArgs !== undefined && { input: withPlaces(editedArgs, [ids]) }),
          ...(typeof reason === "string" && { reason }),
        },
      ];
    }),
  );
}

/** Each human message, and the calls that were made for it. */
function turnsOf(messages: readonly ModelMessage[]): { user: string; calls: Set<string> }[] {
  const turns: { user: string; calls: Set<string> }[] = [];
  for (const message of messages) {
    if (message.role === "user") turns.push({ user: textOf(message.content), calls: new Set() });
    for (const id of callsIn(message)) turns.at(-1)?.calls.add(id);
  }
  return turns;
}

function callsIn({ role, content }: ModelMessage): string[] {
  if (role !== "assistant" || typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
}

const isCalledIn = (messages: readonly ModelMessage[], id: string): boolean =>
  messages.some((message) => callsIn(message).includes(id));

/** Titles, widgets and columns by reference: the ids of a replay are others. What has no known origin isn't expected. */
function expectedState(state: Recorded["state"], ids: RecordedIds): Record<string, Json> {
  const { dashboards, queries, project } = workspaceOf(state);
  const expected: Record<string, Json> = { "/kaboo_workspace/pending": [] };
  for (const [id, { title, widgets }] of Object.entries(dashboards)) {
    const place = ids.placeOf(id);
    if (place === undefined) continue;
    expected[`/kaboo_workspace/dashboards/${place}/title`] = title;
    if (widgets.every((widget) => ids.placeOf(widget) !== undefined))
      expected[`/kaboo_workspace/dashboards/${place}/widgets`] = withPlaces(widgets, [ids]);
  }
  for (const [id, { title, columns }] of Object.entries(queries)) {
    const place = ids.placeOf(id);
    if (place === undefined) continue;
    expected[`/kaboo_workspace/queries/${place}/title`] = title;
    expected[`/kaboo_workspace/queries/${place}/columns`] = columns;
  }
  const remembered = withPlaces(project, [ids]);
  if (Object.keys(project).length > 0 && !holdsId(remembered))
    expected["/kaboo_workspace/project"] = remembered;
  return expected;
}

/** An answer of the model is a step; an id in it is the nearest earlier result's, else that of another agent. */
function stepsOf(messages: readonly ModelMessage[], all: RecordedIds): Step[] {
  const own = new RecordedIds();
  const steps: Step[] = [];
  for (const [index, message] of messages.entries()) {
    for (const { id, structured } of resultsIn([message])) own.note(id, structured);
    // An answer that never came is a step all the same: the next message must find its own.
    const next = messages[index + 1];
    if (message.role === "user" && next?.role !== "assistant") steps.push({ text: "(no answer)" });
    if (message.role !== "assistant") continue;
    const text = textOf(message.content);
    const calls = (typeof message.content === "string" ? [] : message.content).flatMap((part) =>
      part.type === "tool-call"
        ? [{ id: part.toolCallId, tool: part.toolName, input: withPlaces(plainJson(part.input), [own, all]) }]
        : [],
    );
    steps.push({ ...(text !== "" && { text }), ...(calls.length > 0 && { calls }) });
  }
  return steps;
}

function resultsIn(messages: readonly ModelMessage[]): { id: string; structured: Json }[] {
  return messages.flatMap((message) =>
    message.role !== "tool"
      ? []
      : message.content.flatMap((part) => {
          if (part.type !== "tool-result") return [];
          const structured = part.providerOptions?.kaboo?.structured ?? null;
          return [{ id: part.toolCallId, structured: plainJson(structured) }];
        }),
  );
}

type Part = { type: string; text?: string };
type Content = ModelMessage["content"];

const textOf = (content: Content): string =>
  typeof content === "string"
    ? content
    : (content as readonly Part[])
        .flatMap((part) => (part.type === "text" ? [part.text ?? ""] : []))
        .join("");
