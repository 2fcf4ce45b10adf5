import { type AGUIEvent, HttpAgent } from "@ag-ui/client";
import { expect, test } from "vitest";
import { sseEvent } from "@/lib/http/event-stream";
import { closingEvents } from "@/lib/runs/closing-events";
import { foldEvents } from "@/lib/runs/fold";
import { compact, JoinedEvents } from "@/lib/runs/joined-events";
import { stampSeq } from "@/lib/runs/stored-event";
import { randomRun } from "@/lib/runs/testing/random-run";
import { newId } from "@/lib/shared/id";
import { fc } from "@/lib/shared/testing/properties";

const nothing = { messages: [], state: {} };
const stored = (events: AGUIEvent[]) =>
  events.map((event, index) => ({ seq: index + 1, payload: stampSeq(event, index + 1) }));

/** What an unmodified client ends with; it throws when its verifier objects. */
async function stockClient(events: AGUIEvent[]) {
  const body = events.map((event) => sseEvent(event)).join("");
  const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const agent = new HttpAgent({ url: "http://localhost/", threadId: "t_1", fetch });
  await agent.runAgent({ runId: "r_1" });
  return { messages: agent.messages, state: agent.state };
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test("[R4] the fold of any run's events is what a stock client makes of them", async () => {
  await fc.assert(
    fc.asyncProperty(randomRun, async (run) => {
      const events = stored(run).map((event) => event.payload);
      const { messages, state } = foldEvents(nothing, events);
      expect(plain({ messages, state })).toEqual(plain(await stockClient(events)));
    }),
    { numRuns: 60 },
  );
});

test("[R4] joining waiting deltas, and joining again for a replay, changes nothing of the result", () => {
  const withoutSeq = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (key, each) => (key === "metadata" ? undefined : each));
  fc.assert(
    fc.property(randomRun, fc.array(fc.nat(9), { minLength: 1 }), (run, sizes) => {
      const joined: AGUIEvent[] = [];
      const waiting = new JoinedEvents();
      run.forEach((event, index) => {
        waiting.append(event);
        if (index % ((sizes[index % sizes.length] ?? 0) + 1) === 0) joined.push(...waiting.take());
      });
      joined.push(...waiting.take());
      const whole = foldEvents(nothing, run);
      expect(withoutSeq(foldEvents(nothing, joined))).toEqual(withoutSeq(whole));

      const log = stored(joined);
      const replay = compact(log).map((event) => event.payload);
      expect(plain(foldEvents(nothing, replay))).toEqual(
        plain(
          foldEvents(
            nothing,
            log.map((event) => event.payload),
          ),
        ),
      );
    }),
  );
});

test("[R5] whatever was open when a run broke off, its closing events satisfy a stock client", async () => {
  await fc.assert(
    fc.asyncProperty(randomRun, fc.nat(), async (run, at) => {
      const sent = run.slice(0, 1 + (at % (run.length - 1)));
      const closing = closingEvents(sent, { clear: [], newId, message: "Interrupted.", code: "interrupted" });
      const { messages } = await stockClient([...sent, ...closing]);
      const calls = messages.flatMap((each) => (each.role === "assistant" ? (each.toolCalls ?? []) : []));
      const results = messages.flatMap((each) => (each.role === "tool" ? [each.toolCallId] : []));
      expect([...results].sort()).toEqual(calls.map((call) => call.id).sort());
      expect(closing.at(-1)?.type).toBe("RUN_ERROR");
    }),
    { numRuns: 60 },
  );
});
