import type { Message, ToolCall } from "@ag-ui/core";

/** Where each message id was last put. Shared by all versions of one list, so an entry is looked at, not believed. */
const positions = new WeakMap<readonly Message[], Map<string, number>>();

/** One batch's changes to a list of messages: the list and each message touched are copied once, however many deltas. */
export class MessageList {
  private list: Message[];
  private readonly original: readonly Message[];
  private readonly copied = new Set<Message>();
  private readonly at: Map<string, number>;

  constructor(messages: readonly Message[]) {
    this.original = messages;
    this.list = messages as Message[];
    this.at = positions.get(messages) ?? new Map(messages.map((message, index) => [message.id, index]));
  }

  /** The new list; the old one when nothing changed. */
  done(): readonly Message[] {
    positions.set(this.list, this.at);
    return this.list;
  }

  /** Those before the one of that id; none when it isn't there. */
  before(id: string): readonly Message[] {
    return this.list.slice(0, Math.max(0, this.indexOf(id)));
  }

  get(id: string): Message | undefined {
    return this.list[this.indexOf(id)];
  }

  add(message: Message): void {
    this.own();
    this.at.set(message.id, this.list.length);
    this.list.push(message);
    this.copied.add(message);
  }

  /** Puts a result right behind its call's message and the results already there, as providers want it. */
  addResult(message: Message, callerId: string | undefined): void {
    let index = callerId === undefined ? -1 : this.indexOf(callerId);
    if (index < 0) {
      this.add(message);
      return;
    }
    do index++;
    while (this.list[index]?.role === "tool");
    this.own();
    this.list.splice(index, 0, message);
    this.copied.add(message);
    for (let moved = index; moved < this.list.length; moved++) {
      const id = this.list[moved]?.id;
      if (id !== undefined) this.at.set(id, moved);
    }
  }

  /** Changes a message in place after copying it once. Unknown ids are ignored: what they belong to was never seen. */
  change(id: string, change: (message: Message) => void): void {
    const index = this.indexOf(id);
    let message = this.list[index];
    if (!message) return;
    if (!this.copied.has(message)) {
      this.own();
      message = { ...message };
      if (message.role === "assistant" && message.toolCalls)
        message.toolCalls = message.toolCalls.map(copyCall);
      this.list[index] = message;
      this.copied.add(message);
    }
    change(message);
  }

  private own(): void {
    if (this.list === this.original) this.list = [...this.original];
  }

  private indexOf(id: string): number {
    const index = this.at.get(id);
    if (index === undefined) return -1;
    if (this.list[index]?.id === id) return index;
    return this.list.findLastIndex((message) => message.id === id);
  }
}

const copyCall = (call: ToolCall): ToolCall => ({ ...call, function: { ...call.function } });
