import { messageHeading } from "@/lib/agent/prompt";
import { type Conversation, readConversation } from "@/lib/model/conversation";
import { BoardNotes } from "@/lib/model/demo/board-notes";
import type { Known } from "@/lib/model/demo/known";
import { plainName, type Table } from "@/lib/model/demo/table";
import { TableNotes } from "@/lib/model/demo/table-notes";
import type { ModelCall } from "@/lib/model/language-model";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";

/** What one prompt tells: views, the screen, workspace lines, and the results of every call so far. */
export function readKnown(call: ModelCall): Known {
  const conversation = readConversation(call.prompt);
  const latest = conversation.turns.at(-1) ?? { message: "", steps: [] };
  const { head, words } = splitMessage(latest.message);
  const tables = new TableNotes();
  const boards = new BoardNotes();
  tables.readText(head);
  boards.readText(head);
  for (const past of allCalls(conversation)) {
    if (past.result === undefined || past.failed) continue;
    tables.readResult(past);
    boards.readResult(past);
  }
  tables.readText(conversation.trailing);
  boards.readText(conversation.trailing);
  boards.readScreen(head);
  const listed = tables.list();
  return {
    message: withPlainNames(words, listed),
    tables: listed,
    ...namedIn(words, boards.known()),
    done: latest.steps.flatMap((step) => step.calls),
    tools: toolsOf(call),
  };
}

/** A metric that people have named is one phrase, whatever words of splitting are in its name. */
function withPlainNames(words: string, tables: readonly Table[]): string {
  return tables
    .flatMap((table) => table.named)
    .reduce((text, { name }) => {
      const at = text.toLowerCase().indexOf(name.toLowerCase());
      return at < 0 ? text : `${text.slice(0, at)}${plainName(name)}${text.slice(at + name.length)}`;
    }, words);
}

/** The engine puts views and context before the person's words. */
export function splitMessage(message: string): { head: string; words: string } {
  const at = message.lastIndexOf(`\n${messageHeading}`);
  const from = at >= 0 ? at + 1 : message.startsWith(messageHeading) ? 0 : -1;
  if (from < 0) return { head: "", words: message.trim() };
  return { head: message.slice(0, from), words: message.slice(from + messageHeading.length).trim() };
}

/** A dashboard that the person names is the one meant. */
function namedIn<B extends Pick<Known, "boards" | "board">>(words: string, known: B): B {
  const said = words.toLowerCase();
  const named = known.boards.filter(
    (board) => board.title.length > 3 && said.includes(board.title.toLowerCase()),
  );
  const onBoard = /\b(?:dash\w*|board|report)\b/i.test(words) && named.length === 1;
  return onBoard ? { ...known, board: named[0] } : known;
}

const allCalls = (conversation: Conversation) =>
  conversation.turns.flatMap((turn) => turn.steps.flatMap((step) => step.calls));

function toolsOf(call: ModelCall): Map<string, JsonObject> {
  return new Map(
    (call.tools ?? []).flatMap((tool) =>
      tool.type === "function" ? [[tool.name, membersOf(tool.inputSchema)] as const] : [],
    ),
  );
}

function membersOf(schema: unknown): JsonObject {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  return properties !== undefined && isJsonObject(properties) ? properties : {};
}
