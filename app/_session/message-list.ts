import type { Message, ToolCall } from "@ag-ui/core";

/** Where each message id was last put. Shared by all versions of one list, so an entry is looked at, not believed. */
const positions = new WeakMap<readonly Message[], Map<string, number>>();

/** One batch's changes to a list of messages: the list and each message touched are copied once, however many deltas. */
export class MessageList {
  private list: Message[];
  private readonly before: readonly Message[];
  private readonly copied = new Set<Message>();
  private readonly at: Map<string, number>;

  constructor(messages: readonly Message[]) {
    this.before = messages;
    this.list = messages as Message[];
    this.at = positions.get(messages) ?? new Map(messages.map((message, index) => [message.id, index]));
  }

  /** The new list; the old one when nothing changed. */
  done(): readonly Message[] {
    positions.set(this.list, this.at);
    return this.list;
  }

  has(id: string): boolean {
    return this.indexOf(id) >= 0;
  }

  add(message: Message): void {
    this.own();
    this.at.set(message.id, this.list.length);
    this.list.push(message);
    this.copied.add(message);
  }

  /** Changes a message in place after copying it once. Unknown ids are ignored: what they belong to was never seen. */
  change(id: string, change: (message: Message) => void): void {
    const index = this.indexOf(id);
    const found = this.list[index];
    if (!found) return;
    if (this.copied.has(found)) {
      change(found);
      return;
    }
    this.own();
    const copy = { ...found };
    if (copy.role === "assistant" && copy.toolCalls) copy.toolCalls = copy.toolCalls.map(copyCall);
    this.list[index] = copy;
    this.copied.add(copy);
    change(copy);
  }

  private own(): void {
    if (this.list === this.before) this.list = [...this.before];
  }

  private indexOf(id: string): number {
    const index = this.at.get(id);
    if (index === undefined) return -1;
    if (this.list[index]?.id === id) return index;
    return this.list.findLastIndex((message) => message.id === id);
  }
}

const copyCall = (call: ToolCall): ToolCall => ({ ...call, function: { ...call.function } });
