import type { ModelMessage } from "ai";
import { RecordedIds, withPlaces } from "@/lib/lab/recorded-ids";
import { Scenario, type ScenarioTurn, type Step } from "@/lib/lab/scenario";
import type { Json } from "@/lib/shared/json";
import { plainJson } from "@/lib/shared/plain-json";
import { workspaceOf } from "@/lib/workspace/workspace-of";

type Recorded = {
  name: string;
  /** Whose transcript holds the person's messages. */
  entry: string;
  state: { readonly [key: string]: unknown };
  transcripts: ReadonlyMap<string, readonly ModelMessage[]>;
};

/** A conversation as a scenario: what was said and called, and the workspace that came of it (L4). */
export function recordScenario({ name, entry, state, transcripts }: Recorded): Scenario {
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
  const turns = (transcripts.get(entry) ?? []).flatMap((message): ScenarioTurn[] =>
    message.role === "user" ? [{ user: textOf(message.content) || "(nothing)" }] : [],
  );
  return Scenario.parse({
    name,
    description: `Saved from a conversation of ${turns.length} turn${turns.length === 1 ? "" : "s"}.`,
    turns,
    script,
    expect: { toolCalls, state: expectedState(state, all) },
  });
}

/** Titles, widgets and columns by reference: the ids of a replay are others. What has no known origin isn't expected. */
function expectedState(state: Recorded["state"], ids: RecordedIds): Record<string, Json> {
  const { dashboards, queries } = workspaceOf(state);
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
  return expected;
}

/** An answer of the model is a step; an id in it is the nearest earlier result's, else that of another agent. */
function stepsOf(messages: readonly ModelMessage[], all: RecordedIds): Step[] {
  const own = new RecordedIds();
  const steps: Step[] = [];
  for (const message of messages) {
    for (const { id, structured } of resultsIn([message])) own.note(id, structured);
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
          const structured = part.providerOptions?.kaboo?.structured;
          return structured === undefined ? [] : [{ id: part.toolCallId, structured: plainJson(structured) }];
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
