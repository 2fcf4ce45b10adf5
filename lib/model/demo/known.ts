import type { Layout, WidgetKind } from "@/lib/dashboards/schema";
import type { PastCall } from "@/lib/model/conversation";
import type { Table } from "@/lib/model/demo/table";
import type { JsonObject } from "@/lib/shared/json";

export type KnownWidget = {
  id: string;
  title: string;
  kind: WidgetKind | undefined;
  queryId: string | undefined;
  spec: JsonObject | undefined;
  layout: Layout | undefined;
  placedByPerson: boolean;
};
export type KnownBoard = {
  id: string;
  title: string;
  widgets: KnownWidget[];
  /** Names of its variables. */
  variables: string[];
  /** Whether kinds and titles of its widgets are known, or only that it exists. */
  complete: boolean;
};
export type KnownQuery = {
  id: string;
  title: string;
  columns: { name: string; type: string }[];
  sql: string | undefined;
  params: JsonObject;
};

/** Everything the demo model goes by: read from one prompt, never remembered. */
export type Known = {
  /** The person's words, or a delegate's task. */
  message: string;
  tables: Table[];
  boards: KnownBoard[];
  queries: KnownQuery[];
  /** The board on screen, else the one last worked on. */
  board: KnownBoard | undefined;
  /** Widgets selected on screen, else those last worked on. */
  widgetIds: string[];
  /** Whether those are selected on screen. */
  selected: boolean;
  /** Calls of this message so far, in order. */
  done: PastCall[];
  /** By name, with the members of their input. */
  tools: ReadonlyMap<string, JsonObject>;
};

/** The latest call of a tool in answer to this message. */
export const lastCall = (known: Known, tool: string): PastCall | undefined =>
  known.done.findLast((call) => call.tool === tool);

export const doneCalls = (known: Known, tool: string): PastCall[] =>
  known.done.filter((call) => call.tool === tool);

export const can = (known: Known, tool: string): boolean => known.tools.has(tool);

/** The delegate who draws, if there is one. */
export const drawerOf = (known: Known): string | undefined =>
  [...known.tools.keys()].find(
    (tool) => tool.startsWith("delegate___") && /visual|draw|plot|chart|design/i.test(tool),
  );
