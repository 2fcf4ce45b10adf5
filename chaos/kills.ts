import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "@/app/_session/session";
import { checkThread } from "@/chaos/check-thread";
import { writeEnduranceScenario } from "@/chaos/endurance-scenario";
import { accept, createPerson, isDone, isIdle, type Person, shownBy, until } from "@/chaos/person";
import type { Random } from "@/chaos/random";
import type { Ground } from "@/chaos/server";
import { newId } from "@/lib/shared/id";

type Conversation = { person: Person; dashboard: string };

/**
 * Kills the server again and again while people talk to it, and looks at every conversation after each restart: what was
 * shown is there, every call has its result, nothing is half done, the next message or Continue goes on.
 */
export async function playKills(
  ground: Ground,
  { kills, threads }: { kills: number; threads: number },
  random: Random,
  say: (line: string) => void,
): Promise<Record<string, number>> {
  const counts = {
    kills: 0,
    runsHit: 0,
    conversations: 0,
    continued: 0,
    approved: 0,
    said: 0,
    waited: 0,
    begun: 0,
  };
  const talks: Conversation[] = [];
  try {
    while (counts.kills < kills) {
      while (talks.length < threads) {
        talks.push(await begin(ground));
        counts.begun += 1;
      }
      const waiting = new Map<Conversation, string>();
      for (const talk of talks) {
        const asked = askedIn(talk);
        const what = await act(talk, random);
        if (what === "waited") waiting.set(talk, asked);
        counts[what] += 1;
      }
      await sleep(random.between(20, 1_400));
      await ground.kill();
      counts.kills += 1;
      const shown = talks.map(({ person }) => shownBy(person.session));
      await ground.start();
      for (const [at, talk] of talks.entries()) {
        const { session } = talk.person;
        const wasRunning = session.get().state.run?.status === "running";
        session.open();
        await until(session, "idle after the restart", isIdle);
        await checkThread(talk.person, talk.dashboard, shown[at] ?? { messages: [], project: {} });
        // Its card comes back, with the same id (H3).
        const asked = waiting.get(talk);
        if (asked !== undefined && asked !== askedIn(talk))
          throw new Error(`${talk.person.threadId}: was asked ${asked}, and is asked ${askedIn(talk)}`);
        if (wasRunning) counts.runsHit += 1;
      }
      for (const done of talks.filter(({ person }) => isDone(person.session))) {
        done.person.session.close();
        talks.splice(talks.indexOf(done), 1);
        counts.conversations += 1;
      }
      if (counts.kills % 5 === 0) say(JSON.stringify(counts));
    }
    // Nobody kills it any more: each comes to its end.
    for (const talk of talks) {
      for (let step = 0; !isDone(talk.person.session); step++) {
        if (step > 20) throw new Error(`${talk.person.threadId} does not come to its end`);
        const { seq } = talk.person.session.get().state;
        if ((await act(talk, random)) === "waited") continue;
        const movedOn = (each: Session) => each.get().state.seq > seq && isIdle(each);
        await until(talk.person.session, "idle at the end", movedOn);
      }
      await checkThread(talk.person, talk.dashboard, shownBy(talk.person.session));
      counts.conversations += 1;
    }
  } finally {
    for (const { person } of talks) person.session.close();
  }
  return counts;
}

async function begin({ url, scenarios }: Ground): Promise<Conversation> {
  const name = newId("t");
  const person = createPerson(url, name, name);
  const { body } = await person.call("POST", "/api/dashboards", { title: name });
  const { id } = body as { id: string };
  writeEnduranceScenario(scenarios, name, id);
  person.session.open();
  await until(person.session, "open", isIdle);
  return { person, dashboard: id };
}

const askedIn = ({ person }: Conversation) =>
  person.session
    .get()
    .state.interrupts.map(({ id }) => id)
    .join();

type Deed = "said" | "continued" | "approved" | "waited";

/** What a person would do now: say something, approve, go on with what broke off, or leave what is asked open. */
async function act({ person }: Conversation, random: Random): Promise<Deed> {
  const { session } = person;
  const { run, interrupts, messages } = session.get().state;
  const broken =
    run?.status === "error" || run?.status === "cancelled" || (run === null && messages.length > 0);
  if (interrupts.length > 0 && random.next() < 0.3) return "waited";
  if (interrupts.length > 0 && random.next() < 0.8) {
    accept(await person.approve(interrupts));
    return "approved";
  }
  if (broken && interrupts.length === 0 && random.next() < 0.7) {
    const answer = await person.goOn();
    // After a reload nobody can tell from the messages alone whether the last answer broke off.
    if (answer.status !== 409) accept(answer);
    if (answer.status !== 409) return "continued";
  }
  accept(await person.say("Go on."));
  return "said";
}
