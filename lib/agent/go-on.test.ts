import { EventType } from "@ag-ui/core";
import { expect, test } from "vitest";
import { goOnText } from "@/lib/agent/go-on";
import { workspaceHeading } from "@/lib/agent/prompt";
import { MemoryTranscripts } from "@/lib/agent/testing/memory-transcripts";
import { Notes, notesTeam } from "@/lib/agent/testing/notes";
import { observe, ofType } from "@/lib/agent/testing/observe";
import { promptText } from "@/lib/agent/testing/scripted-model";
import { valueAt } from "@/lib/shared/patch";

const add = (text: string) => ({ tool: "notes___add", input: { text } });

/** The entry agent's invocation as a crash leaves it. */
function left(transcripts: MemoryTranscripts) {
  const row = [...transcripts.invocations.values()].find(({ toolCallId }) => toolCallId === "");
  if (!row) throw new Error("nothing began");
  const { status: _, ...invocation } = row;
  return invocation;
}

test("[V8] an invocation that goes on keeps its base and mark, and what it had done", async () => {
  const notes = new Notes();
  const team = notesTeam(notes);
  const { transcripts, prompts } = await observe(team, {
    script: { writer: [{ calls: [add("milk")] }, { text: "Half", error: new Error("gone") }] },
    request: { context: [{ description: "Open page", value: "7" }] },
  });
  notes.add("a person's");
  const again = await observe(team, {
    transcripts,
    script: { writer: [{ calls: [add("bread")] }, { text: "Both are there." }] },
    request: { continues: left(transcripts), context: [{ description: "Open page", value: "7" }] },
  });
  expect(again.outcome.status).toBe("success");
  expect(notes.texts).toEqual(["milk", "a person's", "bread"]);
  const [first] = again.prompts;
  // Byte for byte what the model had been sent before, then what it had said, then the wish that it go on.
  expect(first?.messages.slice(0, 3)).toEqual(prompts[1]?.messages.slice(0, 3));
  expect(promptText(first?.messages ?? [])).toContain("a person's");
  expect(first?.messages.at(4)?.content).toBe(goOnText);
  expect(first?.invocationId).toBe(prompts[0]?.invocationId);
  expect(ofType(again.events, EventType.TEXT_MESSAGE_START).map((event) => event.role)).toEqual([
    "assistant",
  ]);
  expect(transcripts.invocations.size).toBe(1);
});

test("[V8] calls that a crash left without a result are told to the model as interrupted, once", async () => {
  const notes = new Notes();
  const transcripts = new MemoryTranscripts();
  const row = { id: "i_1", threadId: "t_1", runId: "r_1", agent: "writer", transcript: "writer" };
  await transcripts.startInvocation({
    ...row,
    toolCallId: "",
    base: { notes: "2 notes" },
    marks: { notes: 0 },
    kept: [],
  });
  const call = (toolCallId: string) =>
    ({ type: "tool-call", toolCallId, toolName: "notes___add", input: { text: "x" } }) as const;
  await transcripts.append("t_1", "writer", [
    { invocationId: "i_1", message: { role: "user", content: "Hello" } },
    { invocationId: "i_1", message: { role: "assistant", content: [call("c_1"), call("c_2")] } },
  ]);
  const run = await observe(notesTeam(notes), {
    transcripts,
    request: { continues: left(transcripts) },
    script: { writer: [{ text: "I see." }] },
  });
  expect(promptText(run.prompts[0]?.messages ?? [])).toMatch(/2 notes.*Interrupted.*Interrupted/s);
  expect(notes.texts).toEqual([]);
  expect(transcripts.rows("t_1", "writer").map(({ message }) => message.role)).toEqual([
    "user",
    "assistant",
    "tool",
    "tool",
    "assistant",
  ]);
});

test("[V8] an invocation that broke off before its message was stored hears it then", async () => {
  const transcripts = new MemoryTranscripts();
  const row = { id: "i_1", threadId: "t_1", runId: "r_1", agent: "writer", transcript: "writer" };
  const run = await observe(notesTeam(new Notes()), {
    transcripts,
    request: { continues: { ...row, toolCallId: "", base: {}, marks: {}, kept: [] } },
  });
  expect(run.outcome.status).toBe("success");
  expect(promptText(run.prompts[0]?.messages ?? [])).toMatch(/0 notes.*Hello/s);
});

test("[V8] one whose first model call broke off goes on with the base of that call, not without any", async () => {
  const notes = new Notes();
  const team = notesTeam(notes);
  const { transcripts } = await observe(team, { script: { writer: [{ error: new Error("gone") }] } });
  notes.add("a person's");
  const again = await observe(team, { transcripts, request: { continues: left(transcripts) } });
  expect(promptText(again.prompts[0]?.messages ?? [])).toMatch(/0 notes.*Hello.*new: .*a person's/s);
});

test("[V6] what a model keeps stays over a break, a pause and a restart, where it was", async () => {
  const notes = new Notes();
  const team = notesTeam(notes, {
    approvals: [{ tool: "notes___add", when: ({ input }) => valueAt(input, "/text") === "c", message: "?" }],
  });
  const model = { trailing: "kept" as const };
  const first = await observe(team, {
    model,
    script: { writer: [{ calls: [add("a")] }, { text: "Half", error: new Error("gone") }] },
  });
  const second = await observe(team, {
    model,
    transcripts: first.transcripts,
    request: { continues: left(first.transcripts) },
    script: { writer: [{ calls: [add("b")] }, { calls: [add("c")] }] },
  });
  expect(second.outcome.status).toBe("interrupt");
  const [{ id } = { id: "" }] = second.transcripts.requests.values();
  second.transcripts.answer(id, { status: "resolved", payload: { approved: true } });
  const third = await observe(team, { model, takesUp: second });
  const prompts = [first, second, third].flatMap((run) => run.prompts.map(({ messages }) => messages));
  expect(prompts).toHaveLength(5);
  for (const [index, prompt] of prompts.entries())
    expect(prompts[index + 1]?.slice(0, prompt.length) ?? prompt).toEqual(prompt);
  expect(promptText(prompts.at(-1) ?? []).split(workspaceHeading)).toHaveLength(6);
});
