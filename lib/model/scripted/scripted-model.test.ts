import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { withProviderErrors } from "@/lib/model/retrying-model";
import { scriptedModel } from "@/lib/model/scripted/scripted-model";
import { afterStep, ask } from "@/lib/model/testing/ask";
import { Scenario, type Step } from "@/lib/scenarios/scenario";

const user = (content: string): ModelMessage => ({ role: "user", content });
const scenario = (script: Record<string, Step[]>): Scenario =>
  Scenario.parse({ name: "toy", turns: [{ user: "go" }], script });
const tools = ["make", "use", "delegate___helper"];

test("[L5] a later call uses a value from the result of an earlier one, found by order under the engine's own ids", async () => {
  const model = scriptedModel(
    scenario({
      analyst: [
        {
          calls: [
            { id: "q1", tool: "make", input: {} },
            { id: "q2", tool: "make", input: {} },
          ],
        },
        {
          calls: [
            {
              id: "u",
              tool: "use",
              input: { id: "${q2:/made/0}", text: "see ${q1:/made/0}", n: "${q1:/n}" },
            },
          ],
        },
      ],
    }),
    "analyst",
    new Map(),
  );
  const first = await ask(model, [user("go")], { tools });
  const results = [
    { text: "Made a.", structured: { made: ["a"], n: 7 } },
    { text: "Made b.", structured: { made: ["b"], n: 8 } },
  ];
  const second = await ask(model, [user("go"), ...afterStep(first, results, 1)], { tools });
  expect(second.calls.map((call) => call.input)).toEqual([{ id: "b", text: "see a", n: 7 }]);
});

test("[L5] the next step is read from the transcript, so that a new model goes on where the old one stopped", async () => {
  const script = scenario({ analyst: [{ text: "one" }, { text: "two" }, { text: "three" }] });
  const transcript = [user("go"), ...afterStep({ text: "one", calls: [], pieces: [] }, [], 1), user("more")];
  expect((await ask(scriptedModel(script, "analyst", new Map()), transcript)).text).toBe("two");
  const failed = [...transcript, user("again")];
  expect((await ask(scriptedModel(script, "analyst", new Map()), failed)).text).toBe("three");
});

test("[L5] what the prompt must hold decides between a step and its other", async () => {
  const script = scenario({
    analyst: [{ when: 'the "word"', text: "seen", else: { text: "not seen" } }],
  });
  const hear = async (message: string) =>
    (await ask(scriptedModel(script, "analyst", new Map()), [user(message)])).text;
  expect(await hear('here is the "word"')).toBe("seen");
  expect(await hear("nothing")).toBe("not seen");
});

test("[L5] a second delegate at once has a script of its own, and a delegate may use its caller's results", async () => {
  const script = scenario({
    analyst: [{ calls: [{ id: "q1", tool: "make", input: {} }] }, { text: "done" }],
    helper: [{ text: "first has ${q1}" }],
    "helper#2": [{ calls: [{ id: "u", tool: "use", input: { id: "${q1:/id}" } }] }],
  });
  const shared = new Map();
  const caller = scriptedModel(script, "analyst", shared);
  const first = await ask(caller, [user("go")], { tools });
  await ask(caller, [user("go"), ...afterStep(first, [{ text: "ok", structured: { id: "q_9" } }], 1)], {
    tools,
  });
  expect((await ask(scriptedModel(script, "helper", shared), [user("task")], { tools })).text).toContain(
    "first",
  );
  const second = await ask(scriptedModel(script, "helper#2", shared), [user("task")], { tools });
  expect(second.calls[0]?.input).toEqual({ id: "q_9" });
});

test("[L5] chunks, atomic and arguments that don't parse arrive as told", async () => {
  const call = { id: "m", tool: "make", input: { text: "😀 twenty characters" } };
  const hear = (step: Step) =>
    ask(scriptedModel(scenario({ analyst: [step] }), "analyst", new Map()), [user("go")], { tools });
  const pieces = await hear({ calls: [call], chunks: 7 });
  expect(pieces.pieces).toHaveLength(7);
  expect(JSON.parse(pieces.pieces.join(""))).toEqual(call.input);
  const whole = await hear({ calls: [call], atomic: true });
  expect(whole.pieces).toEqual([]);
  expect(whole.calls[0]?.input).toEqual(call.input);
  const broken = await hear({ calls: [{ ...call, failsToParse: true }] });
  expect(broken.calls[0]?.invalid).toBe(true);
});

test("[L5] a scripted rate limit, overload and cut stream come out as a provider's would", async () => {
  const fail = (error: "rate_limit" | "overloaded" | "aborted-stream") => {
    const step: Step = { text: "half of it", error };
    const model = scriptedModel(scenario({ analyst: [step] }), "analyst", new Map());
    return ask(withProviderErrors(model, { title: "The script" }), [user("go")]);
  };
  await expect(fail("rate_limit")).rejects.toMatchObject({ code: "rate_limited" });
  await expect(fail("aborted-stream")).rejects.toMatchObject({ details: { failure: "cut_off" } });
});

test("[L5] a script that ends too early says which scenario, agent and model call", async () => {
  const model = scriptedModel(scenario({ analyst: [] }), "analyst", new Map());
  await expect(ask(model, [user("go")])).rejects.toThrow(
    '"toy", agent "analyst", model call 1: the script ends',
  );
});

test("[L6] each piece comes in its own turn of the event loop, and Stop ends it between two pieces", async () => {
  const model = scriptedModel(scenario({ analyst: [{ text: "abcdefgh", chunks: 8 }] }), "analyst", new Map());
  let turns = 0;
  let counting = true;
  const count = () => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const heard = await ask(model, [user("go")]);
  counting = false;
  expect(heard.pieces).toHaveLength(8);
  expect(turns).toBeGreaterThanOrEqual(8);

  const stop = new AbortController();
  const slow = scriptedModel(
    scenario({ analyst: [{ text: "abcdefgh", chunks: 8, delayMs: 60_000 }] }),
    "analyst",
    new Map(),
  );
  const answer = ask(slow, [user("go")], { signal: stop.signal });
  setImmediate(() => stop.abort());
  await expect(answer).rejects.toThrow();
});
