import { isJsonObject, type Json } from "@/lib/shared/json";
import { agentName } from "./agent-name";

export type CallStatus = "writing" | "running" | "waiting" | "done" | "failed" | "stopped";

/** One line about a call. `target` is the board, query or source that it touched. */
export type CallSummary = {
  text: string;
  target: { kind: "board" | "query" | "source"; id: string } | undefined;
};

/** A verb as work goes on, as it is done, and after "Couldn't". */
type Verb = readonly [doing: string, done: string, base: string];
type Phrase = { verb: Verb; what: string };
type Names = (id: string) => string | undefined;
type Describe = (input: Input, names: Names) => Phrase;

const verbs = {
  look: ["Looking at", "Looked at", "look at"],
  run: ["Running", "Ran", "run"],
  save: ["Saving", "Saved", "save"],
  change: ["Changing", "Changed", "change"],
  remove: ["Removing", "Removed", "remove"],
  create: ["Creating", "Created", "create"],
  plot: ["Plotting", "Plotted", "plot"],
  move: ["Moving", "Moved", "move"],
  set: ["Setting", "Set", "set"],
  undo: ["Undoing", "Undid", "undo"],
  ask: ["Asking", "Asked", "ask"],
  call: ["Calling", "Called", "call"],
} satisfies Record<string, Verb>;

const describe: Record<string, Describe> = {
  project___get_context: () => ({ verb: verbs.look, what: "the project" }),
  "sql-workbench___list_sources": () => ({ verb: verbs.look, what: "the sources" }),
  "sql-workbench___describe_table": (input) => ({ verb: verbs.look, what: input.text("table") ?? "a table" }),
  "sql-workbench___run_sql": () => ({ verb: verbs.run, what: "a query" }),
  "sql-workbench___create_queries": (input) => ({
    verb: verbs.save,
    what: input.named("queries", "query", "queries"),
  }),
  "sql-workbench___update_query": (input, names) => ({
    verb: verbs.change,
    what: input.one("query_id", names, "a query"),
  }),
  "sql-workbench___list_queries": () => ({ verb: verbs.look, what: "the saved queries" }),
  "sql-workbench___get_query": (input, names) => ({
    verb: verbs.look,
    what: input.one("query_id", names, "a query"),
  }),
  "sql-workbench___delete_queries": (input) => ({
    verb: verbs.remove,
    what: input.count("query_ids", "query", "queries"),
  }),
  dashboard___create_dashboard: (input) => ({
    verb: verbs.create,
    what: `${input.flag("report") ? "report" : "dashboard"}${input.quoted("title")}`,
  }),
  dashboard___list_dashboards: () => ({ verb: verbs.look, what: "the dashboards" }),
  dashboard___get_dashboard: (input, names) => ({ verb: verbs.look, what: input.board(names) }),
  dashboard___update_dashboard: (input, names) => ({ verb: verbs.change, what: input.board(names) }),
  dashboard___set_variables: (input, names) => ({
    verb: verbs.set,
    what: `the variables of ${input.board(names)}`,
  }),
  dashboard___delete_dashboard: (input, names) => ({ verb: verbs.remove, what: input.board(names) }),
  dashboard___plot_widgets: (input, names) => widgets(verbs.plot, "on", input, names),
  dashboard___update_widgets: (input, names) => widgets(verbs.change, "on", input, names),
  dashboard___move_widgets: (input, names) => widgets(verbs.move, "on", input, names),
  dashboard___remove_widgets: (input, names) => widgets(verbs.remove, "from", input, names),
  dashboard___undo_changes: (input) => ({
    verb: verbs.undo,
    what: input.count("change_ids", "change", "changes"),
  }),
  ask_user: (input) => ({
    verb: verbs.ask,
    what: `you ${input.count("questions", "question", "questions")}`,
  }),
};

/** What a call does, or did, in one line. `names` knows the titles of boards and queries by id. */
export function summarizeCall(
  tool: string,
  input: unknown,
  status: CallStatus,
  { names, result = "" }: { names: Names; result?: string },
): CallSummary {
  const failed = status === "done" ? (result.match(/^Failed: /gm) ?? []).length : 0;
  const read = new Input(input, failed);
  const { verb, what } = (describe[tool] ?? other(tool))(read, names);
  return { text: `${wording(verb, status)} ${what}`, target: targetOf(tool, read, result) };
}

function wording([doing, done, base]: Verb, status: CallStatus): string {
  switch (status) {
    case "writing":
    case "running":
      return doing;
    case "waiting":
      return `Waits to ${base}`;
    case "done":
      return done;
    case "failed":
      return `Couldn’t ${base}`;
    case "stopped":
      return `Stopped ${doing.toLowerCase()}`;
  }
}

function widgets(verb: Verb, preposition: string, input: Input, names: Names): Phrase {
  return {
    verb,
    what: `${input.named("widgets", "widget", "widgets")} ${preposition} ${input.board(names)}`,
  };
}

/** A tool this page doesn't know, such as an MCP server's. */
function other(tool: string): Describe {
  const [server, name] = tool.includes("___") ? tool.split("___", 2) : [undefined, tool];
  const words = agentName(name ?? tool).toLowerCase();
  return () => ({ verb: verbs.call, what: server ? `${words} (${server})` : words });
}

/** The link a card offers: what the call names, else the first id its result tells. */
function targetOf(tool: string, input: Input, result: string): CallSummary["target"] {
  const board =
    input.text("dashboard_id") ?? (tool.startsWith("dashboard___") ? idIn(result, "d") : undefined);
  if (board && !tool.endsWith("delete_dashboard")) return { kind: "board", id: board };
  const saved = /___(create_queries|update_query|get_query)$/.test(tool);
  const query = input.text("query_id") ?? (saved ? idIn(result, "q") : undefined);
  if (query && !tool.endsWith("delete_queries")) return { kind: "query", id: query };
  return undefined;
}

function idIn(text: string, prefix: string): string | undefined {
  return new RegExp(`\\b${prefix}_[0-9a-z]{6,10}\\b`).exec(text)?.[0];
}

/** A call's arguments, perhaps half written: whatever isn't there, or isn't what it should be, is left out. */
class Input {
  private readonly fields: Record<string, Json>;
  /** How many of what it lists came to nothing. */
  private readonly failed: number;

  constructor(input: unknown, failed: number) {
    this.failed = failed;
    const value = input as Json | undefined;
    this.fields = value !== undefined && isJsonObject(value) ? value : {};
  }

  text(key: string): string | undefined {
    const value = this.fields[key];
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  flag(key: string): boolean {
    return this.fields[key] === true;
  }

  quoted(key: string): string {
    const text = this.text(key);
    return text === undefined ? "" : ` “${text}”`;
  }

  list(key: string): Json[] {
    const value = this.fields[key];
    return Array.isArray(value) ? value : [];
  }

  count(key: string, one: string, many: string): string {
    const { length } = this.list(key);
    const made = length - this.failed;
    if (this.failed > 0 && made > 0) return `${made} of ${length} ${many}`;
    return length === 0 ? many : length === 1 ? `1 ${one}` : `${length} ${many}`;
  }

  /** One is called by its title; more are counted. */
  named(key: string, one: string, many: string): string {
    const [first, second] = this.list(key);
    const title =
      first !== undefined && second === undefined && isJsonObject(first) ? first.title : undefined;
    return typeof title === "string" && title !== "" ? `“${title}”` : this.count(key, one, many);
  }

  one(key: string, names: Names, fallback: string): string {
    const id = this.text(key);
    const name = id === undefined ? undefined : names(id);
    return name === undefined ? fallback : `“${name}”`;
  }

  board(names: Names): string {
    return this.one("dashboard_id", names, "the dashboard");
  }
}
