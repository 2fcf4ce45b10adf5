import type { Message, ReasoningMessage, Subagent, ToolCall, ToolMessage, UserMessage } from "@/app/_session";

/** What an agent did in a turn, in the order it happened. */
export type Part =
  | { kind: "text"; id: string; text: string; metadata?: Message["metadata"] }
  | { kind: "reasoning"; id: string; text: string }
  | { kind: "call"; id: string; call: ToolCall; result: ToolMessage | undefined }
  | {
      kind: "delegate";
      id: string;
      agent: string;
      call: ToolCall | undefined;
      result: ToolMessage | undefined;
      subagentRunId: string | undefined;
      parts: Part[];
    };

/** A person's message with everything that answered it. The first turn of a thread may have no message. */
export type Turn = { id: string; user: UserMessage | undefined; parts: Part[] };

/** Whether a call is among them, however deep. */
export function holdsCall(parts: readonly Part[], callId: string): boolean {
  return parts.some(
    (part) =>
      (part.kind === "call" && part.call.id === callId) ||
      (part.kind === "delegate" && (part.call?.id === callId || holdsCall(part.parts, callId))),
  );
}

type Subagents = Readonly<Record<string, Subagent>>;
type Known = { messages: readonly Message[]; subagents: Subagents; turn: Turn };

const delegatePrefix = "delegate___";

/**
 * Turns of a conversation. Called again, it gives the same turn for the same messages, also when earlier ones have come
 * before them: only what is new draws anew.
 */
export function createTurns() {
  let known = new Map<string, Known>();
  return (messages: readonly Message[], subagents: Subagents): Turn[] => {
    const turns = split(messages).map((own): Known => {
      const before = known.get(own[0]?.id ?? "");
      if (before && sameItems(before.messages, own)) {
        const delegates = own.some((message) => message.subagentRunId !== undefined);
        if (before.subagents === subagents || !delegates) return before;
      }
      return { messages: own, subagents, turn: turnOf(own, subagents) };
    });
    known = new Map(turns.map((each) => [each.turn.id, each]));
    return turns.map(({ turn }) => turn);
  };
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function split(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [];
  for (const message of messages) {
    const begins = message.role === "user" && message.subagentRunId === undefined;
    if (begins || turns.length === 0) turns.push([message]);
    else turns.at(-1)?.push(message);
  }
  return turns;
}

function turnOf(messages: readonly Message[], subagents: Subagents): Turn {
  const [first, ...rest] = messages;
  const user = first?.role === "user" ? first : undefined;
  const id = first?.id ?? "";
  return { id, user, parts: partsOf(user ? rest : messages, subagents) };
}

/** The entry agent's parts, each delegate's own inside the call that asked for it. */
function partsOf(messages: readonly Message[], subagents: Subagents): Part[] {
  const results = new Map<string, ToolMessage>();
  const byAgent = new Map<string | undefined, Message[]>();
  for (const message of messages) {
    if (message.role === "tool") results.set(message.toolCallId, message);
    else byAgent.set(message.subagentRunId, [...(byAgent.get(message.subagentRunId) ?? []), message]);
  }
  const unclaimed = new Set([...byAgent.keys()].filter((id) => id !== undefined));
  const told = new Map([...unclaimed].map((id) => [id, attributionOf(byAgent.get(id) ?? [], subagents[id])]));

  function own(agentRunId: string | undefined): Part[] {
    return (byAgent.get(agentRunId) ?? []).flatMap(partsOfMessage);
  }

  function partsOfMessage(message: Message): Part[] {
    if (message.role === "reasoning") return reasoningPart(message);
    if (message.role !== "assistant") return [];
    const text: Part[] = message.content
      ? [{ kind: "text", id: message.id, text: message.content, metadata: message.metadata }]
      : [];
    return [...text, ...(message.toolCalls ?? []).map(callPart)];
  }

  function callPart(call: ToolCall): Part {
    const result = results.get(call.id);
    if (!call.function.name.startsWith(delegatePrefix)) return { kind: "call", id: call.id, call, result };
    const agent = call.function.name.slice(delegatePrefix.length);
    const subagentRunId = claim(call.id, agent);
    const parts = subagentRunId === undefined ? [] : own(subagentRunId);
    return { kind: "delegate", id: call.id, agent, call, result, subagentRunId, parts };
  }

  /** A delegate is known by its call; where an older conversation doesn't tell, by the order they were asked in. */
  function claim(callId: string, agent: string): string | undefined {
    const working = Object.values(subagents).find(({ parentToolCallId }) => parentToolCallId === callId)?.id;
    const own = [...unclaimed].find((id) => told.get(id)?.parentToolCallId === callId);
    const free = [...unclaimed].find((id) => {
      const known = told.get(id);
      return known?.parentToolCallId === undefined && (known?.agent ?? agent) === agent;
    });
    const id = working ?? own ?? free;
    if (id !== undefined) unclaimed.delete(id);
    return id;
  }

  const parts = own(undefined);
  const rest = [...unclaimed].map((id): Part => {
    const agent = told.get(id)?.agent ?? "delegate";
    return {
      kind: "delegate",
      id,
      agent,
      call: undefined,
      result: undefined,
      subagentRunId: id,
      parts: own(id),
    };
  });
  return [...parts, ...rest];
}

type Attribution = { agent: string | undefined; parentToolCallId: string | undefined };

/** Who wrote these, and for which call: told while it works, and by what it began ever after. */
function attributionOf(messages: readonly Message[], subagent: Subagent | undefined): Attribution {
  const noted = messages.flatMap((message) => [
    message.metadata,
    ...(message.role === "assistant" ? (message.toolCalls ?? []).map(({ metadata }) => metadata) : []),
  ]);
  const text = (key: string) =>
    noted.map((metadata) => metadata?.[key]).find((value) => typeof value === "string");
  return {
    agent: subagent?.name ?? text("agent"),
    parentToolCallId: subagent?.parentToolCallId ?? text("parentToolCallId"),
  };
}

function reasoningPart({ id, content }: ReasoningMessage): Part[] {
  return content.trim() === "" ? [] : [{ kind: "reasoning", id, text: content }];
}

/** The plain text of a message's content. */
export function textOf(content: Message["content"] | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
