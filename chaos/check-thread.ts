import { createSession, type Session } from "@/app/_session/session";
import { isIdle, type Person, type Shown, textOf, until, workspaceIn } from "@/chaos/person";
import { isJsonObject } from "@/lib/shared/json";
import { sortedKeys } from "@/lib/shared/sorted-keys";

type Board = { version: number; widgets: { id: string; title: string }[] };

/** Throws when a conversation that nobody works on is not whole: what was shown, its calls, its state, its board. */
export async function checkThread(person: Person, dashboard: string, shown: Shown): Promise<void> {
  const { session } = person;
  keepsShown(session, shown);
  closesCalls(session);
  if ((workspaceIn(session).pending ?? []).length > 0) throw problem(session, "something is pending");
  await leavesNoHalf(person, dashboard);
  await looksTheSame(person);
}

function keepsShown(session: Session, shown: Shown): void {
  const now = new Map(session.get().state.messages.map((message) => [message.id, message]));
  for (const before of shown.messages) {
    const message = now.get(before.id);
    if (!message) throw problem(session, `message ${before.id} is gone: ${textOf(before)}`);
    if (!textOf(message).startsWith(textOf(before))) throw problem(session, `message ${before.id} lost text`);
    if (before.role !== "assistant" || message.role !== "assistant") continue;
    for (const call of before.toolCalls ?? []) {
      const kept = message.toolCalls?.find(({ id }) => id === call.id);
      if (!kept?.function.arguments.startsWith(call.function.arguments))
        throw problem(session, `call ${call.id} lost arguments`);
    }
  }
}

/** One result each; what waits for a person has none yet. */
function closesCalls(session: Session): void {
  const { messages, interrupts } = session.get().state;
  const waits = interrupts.length > 0;
  const results = new Map<string, number>();
  for (const message of messages)
    if (message.role === "tool") results.set(message.toolCallId, (results.get(message.toolCallId) ?? 0) + 1);
  for (const message of messages)
    for (const call of message.role === "assistant" ? (message.toolCalls ?? []) : []) {
      const count = results.get(call.id) ?? 0;
      if (count > 1 || (count === 0 && !waits))
        throw problem(session, `call ${call.id} has ${count} results`);
    }
}

/** The titles of what calls say they drew. */
export function plotsTold(session: Session): string[] {
  const { messages } = session.get().state;
  const succeeded = new Set(
    messages.flatMap((message) =>
      message.role === "tool" && message.metadata?.isError !== true ? [message.toolCallId] : [],
    ),
  );
  return messages.flatMap((message) =>
    message.role === "assistant"
      ? (message.toolCalls ?? [])
          .filter(({ id, function: { name } }) => name === "dashboard___plot_widgets" && succeeded.has(id))
          .map((call) => titleOf(call.function.arguments))
      : [],
  );
}

/** What a call says it drew is on the board and in the state; what it says it did not is in neither. */
async function leavesNoHalf(person: Person, dashboard: string): Promise<void> {
  const { session } = person;
  const { body } = await person.call("GET", `/api/dashboards/${dashboard}`);
  const board = body as unknown as Board;
  const told = plotsTold(session).sort();
  const drawn = board.widgets.map(({ title }) => title).sort();
  if (told.join() !== drawn.join())
    throw problem(session, `told ${told.join()}, but drawn are ${drawn.join()}`);
  const known = workspaceIn(session).dashboards?.[dashboard]?.widgets ?? [];
  const ids = board.widgets.map(({ id }) => id);
  if ([...known].sort().join() !== ids.sort().join())
    throw problem(session, `the state knows ${known.join()}, but there are ${ids.join()}`);
}

function titleOf(text: string): string {
  const input: unknown = JSON.parse(text);
  const [widget] = isJsonObject(input) && Array.isArray(input.widgets) ? input.widgets : [];
  return isJsonObject(widget) ? String(widget.title) : "";
}

/** A tab that is opened now is told the same. */
export async function looksTheSame({ session, origin }: Person): Promise<void> {
  const other = createSession(session.threadId, { origin });
  other.open();
  try {
    await until(other, "open", isIdle);
    // It opens with the newest turns.
    while (other.get().state.earlier > 0 && other.get().earlier !== "failed") await other.loadEarlier();
    const [mine, theirs] = [session, other].map((each) => {
      const { messages, state, interrupts } = each.get().state;
      return JSON.stringify([messages.map(withoutSeq), sortedKeys(state), sortedKeys(interrupts)]);
    });
    if (mine !== theirs) throw problem(session, `another tab is told otherwise:\n${mine}\n${theirs}`);
  } finally {
    other.close();
  }
}

/** Which event was the last of a message is told by the events alone. */
const withoutSeq = ({ metadata, ...message }: { id: string; metadata?: object }) =>
  sortedKeys({ ...message });

function problem({ threadId }: Session, what: string): Error {
  return new Error(`${threadId}: ${what}`);
}
