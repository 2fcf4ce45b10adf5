import { EventType } from "@ag-ui/core";
import { expect, test } from "vitest";
import { askUser } from "@/lib/agent/ask-user";
import type { Answer } from "@/lib/agent/open-request";
import type { Team } from "@/lib/agent/team";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { type Observed, observe, ofType } from "@/lib/agent/testing/observe";
import { promptText } from "@/lib/agent/testing/scripted-model";
import type { Json } from "@/lib/shared/json";
import { valueAt } from "@/lib/shared/patch";

const add = (text: string) => ({ tool: "notes___add", input: { text } });
const delegate = (task: string) => ({ tool: "delegate___critic", input: { task } });
const approved: Answer = { status: "resolved", payload: { approved: true } };

/** Notes that say "risky" need a person's word. */
function team(notes: Notes, changes: Partial<Team> = {}): Team {
  const approvals: Team["approvals"] = [
    {
      tool: "notes___a*",
      when: ({ input }) => String(valueAt(input, "/text")).startsWith("risky"),
      message: ({ input }) => `Add “${valueAt(input, "/text")}”.`,
    },
  ];
  return notesTeam(notes, { approvals, ...changes });
}

const end = (run: Observed) => ofType(run.events, EventType.RUN_FINISHED).at(-1)?.outcome;
const interrupts = (run: Observed) => {
  const outcome = end(run);
  return outcome?.type === "interrupt" ? outcome.interrupts : [];
};
const results = (run: Observed) =>
  ofType(run.events, EventType.TOOL_CALL_RESULT).map(({ content }) => String(content));

function answer(run: Observed, ...answers: (Answer | Json)[]): void {
  const open = [...run.transcripts.requests.values()].filter((request) => request.answer === null);
  for (const [index, given] of answers.entries()) {
    const isAnswer = typeof given === "object" && given !== null && "status" in given;
    run.transcripts.answer(
      open[index]?.id ?? "",
      isAnswer ? (given as Answer) : { status: "resolved", payload: given as Json },
    );
  }
}

test("[H1] a call that needs a person's word ends the run with an interrupt; those beside it have run", async () => {
  const notes = new Notes();
  const run = await observe(team(notes), { script: { writer: [{ calls: [add("milk"), add("risky")] }] } });
  expect(notes.texts).toEqual(["milk"]);
  expect(results(run)).toEqual(["Added note 1."]);
  expect(run.outcome.status).toBe("interrupt");
  const [interrupt, ...others] = interrupts(run);
  expect(others).toEqual([]);
  expect(interrupt).toMatchObject({
    id: expect.stringMatching(/^a_/),
    reason: "tool_approval",
    message: "Add “risky”.",
    toolCallId: ofType(run.events, EventType.TOOL_CALL_START)[1]?.toolCallId,
    responseSchema: { required: ["approved"] },
    metadata: { kind: "approval", tool: "notes___add", agent: "writer", arguments: { text: "risky" } },
  });
  const left = new Date(interrupt?.expiresAt ?? "").getTime() - Date.now();
  expect(left).toBeGreaterThan(23.9 * 3_600_000);
  expect(valueAt(run.state, "/notebook/pending")).toEqual([]);
});

test("[H1] [H3] [V8] an approved call runs once, its effects apply, and the same invocation goes on", async () => {
  const notes = new Notes();
  const script = { writer: [{ calls: [add("risky")] }, { text: "It is there." }] };
  const first = await observe(team(notes), { script });
  answer(first, approved);
  const again = await observe(team(notes), {
    takesUp: first,
    script: { writer: script.writer.slice(1) },
    request: { state: first.outcome.state },
  });
  expect(notes.texts).toEqual(["risky"]);
  expect(again.outcome.status).toBe("success");
  expect(results(again)).toEqual(["Added note 1."]);
  expect(valueAt(again.state, "/notebook/added")).toHaveLength(1);
  const [result] = ofType(again.events, EventType.TOOL_CALL_RESULT);
  expect(result?.metadata).toMatchObject({ approval: { status: "approved" } });
  const [before, after] = [first.prompts[0], again.prompts[0]];
  expect(after?.invocationId).toBe(before?.invocationId);
  expect(after?.messages.slice(0, 1)).toEqual(before?.messages.slice(0, 1));
});

test("[H1] edited arguments replace the input, and the result tells the model so", async () => {
  const notes = new Notes();
  const first = await observe(team(notes), { script: { writer: [{ calls: [add("risky")] }] } });
  answer(first, { approved: true, editedArgs: { text: "harmless" } });
  const again = await observe(team(notes), { takesUp: first });
  expect(notes.texts).toEqual(["harmless"]);
  expect(results(again)[0]).toMatch(/person changed the input.*"harmless".*Added note 1/s);
  expect(promptText(again.prompts[0]?.messages ?? [])).toContain("person changed the input");
});

test("[H1] edited arguments that don't fit the schema run nothing, and the call still has its result", async () => {
  const notes = new Notes();
  const first = await observe(team(notes), { script: { writer: [{ calls: [add("risky")] }] } });
  answer(first, { approved: true, editedArgs: { text: 7 } });
  const again = await observe(team(notes), { takesUp: first });
  expect(notes.texts).toEqual([]);
  expect(results(again)[0]).toContain("not valid");
});

test("[H1] [E4] a rejected call writes nothing; its result has the person's reason", async () => {
  const notes = new Notes();
  const first = await observe(team(notes), { script: { writer: [{ calls: [add("risky")] }] } });
  answer(first, { approved: false, reason: "too many" });
  const again = await observe(team(notes), { takesUp: first });
  expect(notes.texts).toEqual([]);
  expect(results(again)[0]).toMatch(/Rejected.*too many/);
  expect(valueAt(again.state, "/notebook/added")).toEqual([]);
  expect(ofType(again.events, EventType.TOOL_CALL_RESULT)[0]?.metadata).toEqual({
    isError: true,
    approval: { status: "rejected", reason: "too many" },
  });
});

test("[H1] while some answers are missing the run ends with the rest again, and nothing runs", async () => {
  const notes = new Notes();
  const script = { writer: [{ calls: [add("risky 1"), add("risky 2")] }] };
  const first = await observe(team(notes), { script });
  const asked = interrupts(first);
  expect(asked).toHaveLength(2);
  answer(first, approved);
  const second = await observe(team(notes), { takesUp: first });
  expect(interrupts(second)).toEqual([asked[1]]);
  expect(notes.texts).toEqual([]);
  answer(second, approved);
  const third = await observe(team(notes), { takesUp: second });
  expect(third.outcome.status).toBe("success");
  expect(notes.texts.toSorted()).toEqual(["risky 1", "risky 2"]);
});

test("[H1] a rule that fails asks rather than lets pass", async () => {
  const when = () => {
    throw new Error("no database");
  };
  const notes = new Notes();
  const run = await observe(team(notes, { approvals: [{ tool: "*", when, message: "?" }] }), {
    script: { writer: [{ calls: [add("milk")] }] },
  });
  expect(interrupts(run)).toHaveLength(1);
  expect(run.warnings[0]?.reason).toContain("no database");
});

test("[H3] delegates wait at any depth: siblings finish first, each is closed as suspended and taken up under its id", async () => {
  const notes = new Notes();
  const script = {
    writer: [{ calls: [delegate("one"), delegate("two"), delegate("three")] }, { text: "All judged." }],
    critic: [{ calls: [add("risky")] }, { text: "One." }],
    "critic#2": [{ calls: [add("plain")] }, { text: "Two." }],
    "critic#3": [{ calls: [delegate("deeper")] }, { text: "Three." }],
    "critic#4": [{ calls: [add("risky deep")] }, { text: "Deep." }],
  };
  const first = await observe(team(notes), { script });
  expect(notes.texts).toEqual(["plain"]);
  expect(results(first)).toEqual(["Added note 1.", "Two."]);
  const finished = ofType(first.events, EventType.SUBAGENT_FINISHED);
  expect(finished.map(({ outcome }) => outcome?.type).toSorted()).toEqual([
    "success",
    "suspended",
    "suspended",
    "suspended",
  ]);
  const asked = interrupts(first);
  expect(asked.map(({ message }) => message).toSorted()).toEqual(["Add “risky deep”.", "Add “risky”."]);
  expect(asked.map(({ metadata }) => metadata?.task).toSorted(), "each says what it was asked to do").toEqual(
    ["deeper", "one"],
  );
  const named = finished.flatMap(({ outcome }) =>
    outcome?.type === "suspended" ? (outcome.interruptIds ?? []) : [],
  );
  expect(named.toSorted()).toEqual(asked.map(({ id }) => id).toSorted());

  answer(first, approved, approved);
  const again = await observe(team(notes), {
    takesUp: first,
    script: Object.fromEntries(Object.entries(script).map(([slot, steps]) => [slot, steps.slice(1)])),
  });
  expect(again.outcome.status).toBe("success");
  expect(notes.texts.toSorted()).toEqual(["plain", "risky", "risky deep"]);
  expect(results(again).toSorted()).toEqual(["Added note 2.", "Added note 3.", "Deep.", "One.", "Three."]);
  const started = (run: Observed) =>
    ofType(run.events, EventType.SUBAGENT_STARTED).map(({ subagentRunId }) => subagentRunId);
  expect(started(first)).toEqual(expect.arrayContaining(started(again)));
  expect(started(again)).toHaveLength(3);
});

test("[H3] what expired is no longer waited for, and its result says so", async () => {
  const notes = new Notes();
  const first = await observe(team(notes, { answerWithinMs: 1_000 }), {
    script: { writer: [{ calls: [add("risky")] }] },
  });
  const now = () => new Date(Date.now() + 2_000);
  const again = await observe(team(notes), { takesUp: first, ports: { now } });
  expect(notes.texts).toEqual([]);
  expect(results(again)[0]).toContain("did not answer in time");
  expect([...again.transcripts.requests.values()][0]?.answer?.status).toBe("expired");
});

test("[H3] a message instead of an answer closes what is open first, at any depth and visibly", async () => {
  const notes = new Notes();
  const first = await observe(team(notes), {
    script: {
      writer: [{ calls: [add("risky"), delegate("judge")] }],
      critic: [{ calls: [add("risky too")] }],
    },
  });
  const next = await observe(team(notes), {
    transcripts: first.transcripts,
    script: { writer: [{ text: "Something else, then." }] },
    earlier: first,
  });
  expect(next.outcome.status).toBe("success");
  expect(notes.texts).toEqual([]);
  const kinds = next.events.map(({ type }) => type);
  expect(kinds.filter((kind) => kind === EventType.TOOL_CALL_RESULT)).toHaveLength(3);
  expect(kinds.lastIndexOf(EventType.TOOL_CALL_RESULT)).toBeLessThan(
    kinds.indexOf(EventType.TEXT_MESSAGE_START),
  );
  expect([...next.transcripts.requests.values()].map((request) => request.answer?.status)).toEqual([
    "cancelled",
    "cancelled",
  ]);
  expect(promptText(next.prompts[0]?.messages ?? [])).toContain("went on with another message");
});

test("[H3] a run that is stopped waits for nobody", async () => {
  const stop = new AbortController();
  const run = await observe(team(new Notes()), {
    script: {
      writer: [{ calls: [delegate("one"), delegate("two")] }],
      critic: [{ calls: [add("risky")] }],
      "critic#2": [{ during: () => stop.abort(new DOMException("Stopped", "AbortError")), text: "…" }],
    },
    signal: stop.signal,
  });
  expect(run.outcome.status).toBe("cancelled");
  expect(results(run)).toContain("Cancelled.");
});

test("[H3] a run that is stopped as it takes up a pause gives the calls of its delegates their results, too", async () => {
  const notes = new Notes();
  const paused = await observe(team(notes), {
    script: { writer: [{ calls: [delegate("one")] }], critic: [{ calls: [add("risky")] }] },
  });
  answer(paused, { approved: true });
  const run = await observe(team(notes), { takesUp: paused, signal: AbortSignal.abort() });
  expect(run.outcome.status).toBe("cancelled");
  expect(results(run)).toEqual(["Cancelled.", "Cancelled."]);
  expect(notes.texts).toEqual([]);
  expect([...run.transcripts.invocations.values()].map((row) => row.status)).toEqual([
    "cancelled",
    "cancelled",
  ]);
});

test("[H2] a question waits for a form, and its answer is the call's result", async () => {
  const notes = new Notes();
  const asking = notesTeam(notes);
  const writer = { ...asking.agents.writer, tools: ["notes___*", "ask_user"] } as Team["agents"][string];
  const withQuestions = {
    ...asking,
    tools: [...asking.tools, askUser],
    agents: { ...asking.agents, writer },
  };
  const questions = [
    { question: "Which shop?", options: ["Corner", "Market"] },
    { question: "What else?", options: ["Milk", "Bread"], multiple: true },
  ];
  const first = await observe(withQuestions, {
    script: { writer: [{ calls: [{ tool: "ask_user", input: { questions } }] }] },
  });
  expect(interrupts(first)[0]).toMatchObject({
    reason: "input_required",
    metadata: { kind: "question", arguments: { questions } },
  });
  answer(first, { answers: ["Market", ["Milk", "Bread"]] });
  const again = await observe(withQuestions, { takesUp: first });
  expect(results(again)).toEqual(["Which shop? Market\nWhat else? Milk, Bread"]);
  expect(again.outcome.status).toBe("success");
});

test("[T8] a client's tool is the entry agent's; a call to it ends the run with it pending, its answer is the result", async () => {
  const clientTools = [{ name: "show_map", description: "Shows a map.", inputSchema: { type: "object" } }];
  const script = {
    writer: [{ calls: [{ tool: "show_map", input: { place: "Delft" } }, add("milk"), delegate("judge")] }],
  };
  const notes = new Notes();
  const first = await observe(team(notes), { script, request: { clientTools } });
  expect(first.prompts.map(({ tools }) => tools.includes("show_map"))).toEqual([true, false]);
  const call = ofType(first.events, EventType.TOOL_CALL_START)[0]?.toolCallId;
  expect(end(first)).toEqual({ type: "success", pendingToolCallIds: [call] });
  expect(results(first)).toHaveLength(2);
  answer(first, { content: "They chose the market." });
  const again = await observe(team(notes), { takesUp: first, request: { clientTools } });
  expect(results(again)).toEqual(["They chose the market."]);
  expect(end(again)).toEqual({ type: "success" });
});

test("[T8] a client's tool can't take the place of the team's", async () => {
  const notes = new Notes();
  const clientTools = [{ name: "notes___add", description: "Not that one.", inputSchema: {} }];
  const run = await observe(team(notes), {
    script: { writer: [{ calls: [add("milk")] }] },
    request: { clientTools },
  });
  expect(notes.texts).toEqual(["milk"]);
  expect(run.warnings[0]?.tool).toBe("notes___add");
});
