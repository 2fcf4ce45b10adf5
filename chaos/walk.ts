import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "@/app/_session/session";
import { looksTheSame, plotsTold } from "@/chaos/check-thread";
import { accept, createPerson, isIdle, type Person, until, workspaceIn } from "@/chaos/person";
import type { Random } from "@/chaos/random";
import type { Ground } from "@/chaos/server";
import type { Change } from "@/lib/changes/schema";
import type { Scenario, Step } from "@/lib/scenarios/scenario";
import { newId } from "@/lib/shared/id";

type Board = { version: number; title: string; widgets: { id: string; title: string }[] };

/** What must be true, kept beside the app and much simpler. */
type Model = {
  title: string;
  /** Widgets that the person put there. */
  own: Set<string>;
  undone: Set<string>;
  said: string[];
  takenBack: Set<string>;
};

const script = (dashboard: string): Step[] =>
  Array.from({ length: 400 }, (_, at): Step => {
    if (at % 2 === 1) return { text: `Part ${at} is done.`, chunks: 3, delayMs: 5 };
    const widgets = [{ title: `Drawn ${at}`, kind: "text", text: "Here." }];
    const plot = { tool: "dashboard___plot_widgets", input: { dashboard_id: dashboard, widgets } };
    const slow = { id: `slow_${at}`, tool: "lab___slow", input: { ms: 40 } };
    return { text: `I draw ${at}.`, calls: [{ id: `plot_${at}`, ...plot }, slow], chunks: 4, delayMs: 5 };
  });

/**
 * Random steps of a person: messages, Stop, edits, undo, reconnects, queued messages taken back, and a server that is
 * killed. At the end the small model, the database, a new tab, the page's own session and what the agent is shown agree.
 */
export async function playWalk(
  ground: Ground,
  random: Random,
  steps: number,
): Promise<Record<string, number>> {
  const threadId = newId("t");
  const person = createPerson(ground.url, threadId, threadId);
  const { session } = person;
  const made = await person.call("POST", "/api/dashboards", { title: "Begun" });
  const board = (made.body as { id: string }).id;
  const write = (analyst: Step[]) => {
    const scenario: Scenario = { name: threadId, turns: [{ user: "Go." }], script: { analyst } };
    writeFileSync(join(ground.scenarios, `${threadId}.json`), JSON.stringify(scenario));
  };
  write(script(board));
  const model: Model = { title: "Begun", own: new Set(), undone: new Set(), said: [], takenBack: new Set() };
  const counts: Record<string, number> = {};
  const read = async () => (await person.call("GET", `/api/dashboards/${board}`)).body as unknown as Board;
  const ifMatch = ({ version }: Board) => ({ "if-match": `"${version}"` });

  const does = {
    async say() {
      const text = `Message ${model.said.length + 1}.`;
      const answer = await person.say(text);
      // No more than 20 may wait.
      if (answer.status === 429) return;
      accept(answer);
      model.said.push(text);
    },
    async stop() {
      accept(await person.stop());
    },
    async add() {
      const title = `Own ${model.own.size + 1}`;
      const widget = { title, kind: "text", text: "Mine." };
      accept(await person.call("POST", `/api/dashboards/${board}/widgets`, widget, ifMatch(await read())));
      model.own.add(title);
    },
    async rename() {
      const title = `Renamed ${random.between(1, 1e6)}`;
      const now = await read();
      const answer = await person.call("PATCH", `/api/dashboards/${board}`, { title }, ifMatch(now));
      accept(answer);
      model.title = title;
    },
    async undo() {
      const { body } = await person.call("GET", `/api/changes?dashboard=${board}`);
      const { widgets } = await read();
      const open = (body as unknown as { changes: Change[] }).changes.filter(
        ({ widgets: touched, undone }) =>
          !undone && touched.length === 1 && widgets.some(({ id }) => id === touched[0]),
      );
      const [first, ...rest] = open;
      if (!first) return;
      const change = random.pick([first, ...rest]);
      accept(await person.call("POST", `/api/dashboards/${board}/undo`, { changeIds: [change.id] }));
      model.undone.add(widgets.find(({ id }) => id === change.widgets[0])?.title ?? "");
    },
    async reconnect() {
      session.close();
      await sleep(random.between(0, 80));
      session.open();
    },
    async takeBack() {
      const { body } = await person.call("GET", `/api/threads/${threadId}/queue`);
      const [first, ...rest] = (body as unknown as { messages: { id: string; content: string }[] }).messages;
      if (!first) return;
      const { id, content } = random.pick([first, ...rest]);
      const { status } = await person.call("DELETE", `/api/threads/${threadId}/queue?message=${id}`);
      // It may have started a moment ago.
      if (status === 204) model.takenBack.add(content);
    },
    async restart() {
      await ground.kill();
      await ground.start();
      session.open();
    },
    wait: () => sleep(random.between(10, 250)),
  };
  const often = [
    "say",
    "say",
    "say",
    "wait",
    "wait",
    "wait",
    "add",
    "rename",
    "undo",
    "reconnect",
    "stop",
  ] as const;
  const seldom = ["takeBack", "takeBack", "restart"] as const;

  session.open();
  try {
    for (let step = 0; step < steps; step++) {
      const what = random.next() < 0.88 ? random.pick(often) : random.pick(seldom);
      await does[what]();
      counts[what] = (counts[what] ?? 0) + 1;
    }
    const heard = ({ get }: Session) => {
      const { messages, outbox } = get().state;
      const asked = messages.filter(({ role }) => role === "user").length;
      return outbox.length === 0 && asked === model.said.length - model.takenBack.size;
    };
    await until(session, "idle at the end", (each) => isIdle(each) && heard(each));
    await agree(person, board, model, await read());
    const own = [...model.own].filter((title) => !model.undone.has(title));
    for (const title of [model.title, ...own.slice(-2)]) await agentSees(person, title, write);
  } finally {
    session.close();
  }
  return counts;
}

async function agree(person: Person, board: string, model: Model, { title, widgets }: Board): Promise<void> {
  const { session } = person;
  const same = (what: string, left: readonly string[], right: readonly string[]) => {
    if (left.join("\n") !== right.join("\n"))
      throw new Error(`${session.threadId}: ${what}: ${left.join(", ")} is not ${right.join(", ")}`);
  };
  const drawn = plotsTold(session);
  const there = [...drawn, ...model.own].filter((each) => !model.undone.has(each));
  same("widgets", widgets.map((each) => each.title).sort(), there.sort());
  same("title", [title], [model.title]);
  const { messages } = session.get().state;
  const asked = messages.flatMap(({ role, content }) => (role === "user" ? [String(content)] : []));
  same(
    "messages",
    asked,
    model.said.filter((text) => !model.takenBack.has(text)),
  );
  const known = new Set(workspaceIn(session).dashboards?.[board]?.widgets);
  const missing = widgets.filter((each) => drawn.includes(each.title) && !known.has(each.id));
  same(
    "unknown to the state",
    missing.map((each) => each.title),
    [],
  );
  same("pending", (workspaceIn(session).pending ?? []).map(String), []);
  await looksTheSame(person);
}

/** The agent is asked whether it is shown something of what the person did on the board, whatever it is at (V1). */
async function agentSees(person: Person, title: string, write: (steps: Step[]) => void): Promise<void> {
  const { session } = person;
  const step: Step = { text: "I see it.", when: title, else: { text: "I don't see it." } };
  write(Array.from({ length: 1_000 }, () => step));
  const { seq } = session.get().state;
  accept(await person.say("What is there?"));
  await until(session, "answered", (each) => each.get().state.seq > seq && isIdle(each));
  const last = session.get().state.messages.at(-1)?.content;
  // A conversation that never touched the board is not shown it.
  const knows = Object.keys(workspaceIn(session).dashboards ?? {}).length > 0;
  if (knows && last !== "I see it.")
    throw new Error(`${session.threadId}: of “${title}” the agent says: ${last}`);
}
