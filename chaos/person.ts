import type { Interrupt, Message, ResumeEntry } from "@ag-ui/core";
import { createSession, type Session } from "@/app/_session/session";
import { afterwards, lastWords } from "@/chaos/endurance-scenario";
import { newId } from "@/lib/shared/id";
import type { Json, JsonObject } from "@/lib/shared/json";

export type Person = ReturnType<typeof createPerson>;

/** A person with one conversation in a tab: the page's own session reads it, what they say is posted as the page does. */
export function createPerson(origin: string, threadId: string, scenario: string, readsFrom = origin) {
  const session = createSession(threadId, { origin: readsFrom });
  const forwardedProps = { kaboo_scenario: scenario };

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { "content-type": "application/json", prefer: "respond-async", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, ok: response.ok, body: (text ? JSON.parse(text) : null) as Json };
  }

  const input = (given: object) => ({
    threadId,
    runId: newId("r"),
    state: {},
    messages: [],
    tools: [],
    context: [],
    forwardedProps,
    ...given,
  });

  return {
    threadId,
    session,
    origin,
    call,
    say: (content: string) =>
      call("POST", "/api/agent", input({ messages: [{ id: newId("m"), role: "user", content }] })),
    approve: (interrupts: readonly Interrupt[]) => {
      const resume = interrupts.map(
        ({ id }): ResumeEntry => ({ interruptId: id, status: "resolved", payload: { approved: true } }),
      );
      return call("POST", "/api/agent", input({ resume }));
    },
    goOn: () => call("POST", `/api/threads/${threadId}/continue`),
    stop: () => call("POST", `/api/threads/${threadId}/cancel`),
  };
}

/** Resolves when the session is as wanted, which it tells by itself; rejects with what it is instead. */
export async function until(
  session: Session,
  what: string,
  wanted: (session: Session) => boolean,
  timeoutMs = 120_000,
): Promise<void> {
  let leave = () => {};
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const check = () => wanted(session) && resolve();
      leave = session.subscribe(check);
      timer = setTimeout(
        () => reject(new Error(`${session.threadId}: not ${what}: ${tell(session)}`)),
        timeoutMs,
      );
      check();
    });
  } finally {
    leave();
    clearTimeout(timer);
  }
}

function tell(session: Session): string {
  const { state, stream, failure } = session.get();
  const { run, interrupts, loaded, seq, diverged, messages } = state;
  const last = messages.at(-1);
  return JSON.stringify({ stream, failure, run, interrupts: interrupts.length, loaded, seq, diverged, last });
}

export const isIdle = (session: Session) => {
  const { state, stream } = session.get();
  return stream === "open" && state.loaded && !state.diverged && state.run?.status !== "running";
};

/** Whether all of the scenario has been played. */
export const isDone = (session: Session) => {
  const { messages, interrupts } = session.get().state;
  const ends = (message: Message) => [lastWords, afterwards].includes(textOf(message));
  return interrupts.length === 0 && messages.some(ends);
};

/** Throws when what a person asked for was refused. */
export function accept({ ok, status, body }: { ok: boolean; status: number; body: unknown }): void {
  if (!ok) throw new Error(`refused with ${status}: ${JSON.stringify(body)}`);
}

export const workspaceIn = (session: Session) =>
  (session.get().state.state.kaboo_workspace ?? {}) as {
    pending?: Json[];
    dashboards?: Record<string, { version: number; widgets: string[] }>;
    project?: JsonObject;
  };

export type Shown = { messages: readonly Message[]; project: Json };

/** What the page shows at this moment. */
export function shownBy(session: Session): Shown {
  return {
    messages: structuredClone(session.get().state.messages) as Message[],
    project: workspaceIn(session).project ?? {},
  };
}

export const textOf = ({ content }: Message): string =>
  typeof content === "string" ? content : JSON.stringify(content ?? "");
