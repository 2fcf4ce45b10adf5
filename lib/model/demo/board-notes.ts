import { Layout, WidgetKind } from "@/lib/dashboards/schema";
import type { PastCall } from "@/lib/model/conversation";
import type { Known, KnownBoard, KnownQuery, KnownWidget } from "@/lib/model/demo/known";
import { list, object, objects, text, textAt } from "@/lib/model/demo/read-json";
import { isJsonObject, type JsonObject, jsonOrText } from "@/lib/shared/json";

type Widget = KnownWidget & { board: string };

/** Collects what is said of dashboards, widgets and queries; what comes later is newer. */
export class BoardNotes {
  private readonly boards = new Map<string, { title: string; complete: boolean; variables: string[] }>();
  private readonly widgets = new Map<string, Widget>();
  private readonly queries = new Map<string, KnownQuery>();
  private focus: { board: string | undefined; widgets: string[] } = { board: undefined, widgets: [] };
  private screen: { board: string | undefined; widgets: string[] } = { board: undefined, widgets: [] };

  known(): Pick<Known, "boards" | "queries" | "board" | "widgetIds" | "selected"> {
    const boards = [...this.boards].map(([id, board]): KnownBoard => {
      const widgets = [...this.widgets.values()].filter((widget) => widget.board === id);
      return { id, ...board, widgets };
    });
    const wanted = this.screen.board ?? this.focus.board;
    const board = boards.find((one) => one.id === wanted) ?? (boards.length === 1 ? boards[0] : undefined);
    const selected = this.screen.widgets.length > 0;
    const widgetIds = selected ? this.screen.widgets : this.focus.widgets;
    return { boards, queries: [...this.queries.values()], board, widgetIds, selected };
  }

  /** Workspace lines as JSON, and any line that names ids with titles in quotes. */
  readText(shown: string): void {
    let board: string | undefined;
    for (const line of shown.split("\n")) {
      const workspace = /^(\/kaboo_workspace(?:\/[^\s:]*)?): (.*)$/.exec(line);
      if (workspace) this.readWorkspace(workspace[1] ?? "", jsonOrText(workspace[2] ?? ""));
      else for (const part of line.split(/; (?=d_)/)) board = this.readLine(part, board);
    }
  }

  /** Results by their shape: what was created, changed, read or removed. */
  readResult(call: PastCall): void {
    const result = object(call.result);
    if (!result) return;
    const input = object(call.input) ?? {};
    const id =
      textAt(result, "dashboard_id") ?? (/dashboard/.test(call.tool) ? textAt(result, "id") : undefined);
    if (/delete_dashboard/.test(call.tool))
      return void this.boards.delete(id ?? textAt(input, "dashboard_id") ?? "");
    for (const board of objects(result.dashboards))
      this.noteBoard(textAt(board, "dashboard_id", "id"), textAt(board, "title"));
    if (id) {
      this.noteBoard(
        id,
        textAt(result, "title"),
        Array.isArray(result.widgets) || /create_dashboard/.test(call.tool),
      );
      for (const variable of objects(result.variables)) this.noteVariable(id, textAt(variable, "name"));
      this.noteWidgets(id, objects(result.widgets), []);
      this.noteWidgets(id, objects(result.created), objects(input.widgets));
      this.noteWidgets(id, objects(result.changed), objects(input.widgets));
      if (/remove_widgets/.test(call.tool))
        for (const widget of objects(result.changed))
          this.widgets.delete(textAt(widget, "widget_id", "id") ?? "");
      if (!/get_dashboard|list/.test(call.tool)) this.focus.board = id;
    }
    const rewritten = /update_query/.test(call.tool) ? textAt(input, "sql") : undefined;
    for (const query of [
      ...objects(result.queries),
      ...objects(result.created),
      ...objects(result.changed),
      { ...result, ...(rewritten !== undefined && { sql: rewritten }) },
    ])
      this.noteQuery(query, objects(input.queries));
  }

  /** What the person has open and selected, from the run's context. */
  readScreen(head: string): void {
    for (const line of head.split("\n")) {
      const entry = /^- [^{]*?: (\{.*\})$/.exec(line);
      const value = entry && object(jsonOrText(entry[1] ?? ""));
      if (!value) continue;
      const open = object(value.dashboard) ?? object(value.openDashboard) ?? value;
      const board = textAt(open, "dashboardId", "dashboard_id", "id", "dashboard");
      if (board?.startsWith("d_")) {
        this.noteBoard(board, textAt(open, "title"));
        this.screen.board = board;
        this.noteWidgets(board, objects(open.widgets), []);
      }
      const selected =
        value.selectedWidget ?? value.selectedWidgets ?? value.selected ?? value.widget ?? value.widgetId;
      const ids = [selected, object(selected)?.id, ...list(selected)].flatMap((one) => text(one) ?? []);
      this.screen.widgets.push(...ids.filter((one) => one.startsWith("w_")));
    }
  }

  private readWorkspace(pointer: string, value: unknown): void {
    const keys = pointer.split("/").slice(2);
    const record = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    if (!isJsonObject(record)) return;
    const focus = object(record.focus);
    if (focus && text(focus.kind) === "dashboard") {
      const widgets = list(focus.widgets).flatMap((id) => text(id) ?? []);
      this.focus = { board: textAt(focus, "id"), widgets };
    }
    for (const [id, board] of Object.entries(object(record.dashboards) ?? {})) {
      const found = object(board);
      if (!found) continue;
      this.noteBoard(id, textAt(found, "title"));
      for (const widget of list(found.widgets))
        if (typeof widget === "string") this.noteWidget(id, { id: widget }, {});
    }
    for (const [id, query] of Object.entries(object(record.queries) ?? {}))
      this.noteQuery({ query_id: id, ...(object(query) ?? {}) }, []);
  }

  private readLine(line: string, board: string | undefined): string | undefined {
    const variable = /^\s+(?:as it is now: )?variable \$(\w+) /.exec(line)?.[1];
    if (variable && board) this.noteVariable(board, variable);
    const ids = line.match(/\b[dwq]_[0-9a-z]{1,20}\b/g) ?? [];
    const first = ids[0];
    const title = /["“](.+?)["”]/.exec(line)?.[1];
    if (!first) return board;
    const query = ids.find((id) => id.startsWith("q_"));
    const widget = ids.find((id) => id.startsWith("w_"));
    const named = ids.find((id) => id.startsWith("d_"));
    if (widget && (named ?? board)) {
      const place = /\bat (\d+),(\d+) size (\d+)x(\d+)/.exec(line);
      const layout = place && {
        x: Number(place[1]),
        y: Number(place[2]),
        w: Number(place[3]),
        h: Number(place[4]),
      };
      const spec = /\bof q_\w+ (\{.*\}) at /.exec(line)?.[1];
      const kind = line
        .match(/\b[a-z]+\b/g)
        ?.map((word) => WidgetKind.safeParse(word).data)
        .find(Boolean);
      const noted: JsonObject = {
        id: widget,
        ...(title && { title }),
        ...(kind && { kind }),
        ...(query && { query_id: query }),
        ...(layout && { layout, placed_by: line.includes("placed by a person") ? "person" : "agent" }),
        ...(spec && { spec: jsonOrText(spec) }),
      };
      this.noteWidget(named ?? board ?? "", noted, {});
    } else if (named === first) this.noteBoard(named, title);
    else if (query === first)
      this.noteQuery({ query_id: query, ...(title && { title }), columns: columnsIn(line) }, []);
    return named ?? board;
  }

  private noteBoard(id: string | undefined, title: string | undefined, complete = false): void {
    if (!id) return;
    const before = this.boards.get(id);
    this.boards.delete(id);
    this.boards.set(id, {
      title: title ?? before?.title ?? "",
      complete: complete || (before?.complete ?? false),
      variables: before?.variables ?? [],
    });
  }

  private noteVariable(board: string, name: string | undefined): void {
    const known = this.boards.get(board);
    if (known && name && !known.variables.includes(name)) known.variables = [...known.variables, name];
  }

  private noteWidgets(board: string, widgets: JsonObject[], asked: JsonObject[]): void {
    for (const widget of widgets) {
      const id = textAt(widget, "widget_id", "id");
      const input = asked.find(
        (one) => (id && textAt(one, "widget_id") === id) || textAt(one, "title") === textAt(widget, "title"),
      );
      this.noteWidget(board, widget, input ?? {});
    }
  }

  private noteWidget(board: string, widget: JsonObject, asked: JsonObject): void {
    const id = textAt(widget, "widget_id", "id");
    if (!id) return;
    const before = this.widgets.get(id);
    const kind = WidgetKind.safeParse(widget.kind ?? asked.kind).data ?? before?.kind;
    this.widgets.set(id, {
      id,
      board,
      title: textAt(widget, "title") ?? textAt(asked, "title") ?? before?.title ?? "",
      kind,
      queryId: textAt(widget, "query_id", "queryId") ?? textAt(asked, "query_id") ?? before?.queryId,
      spec: object(widget.spec) ?? object(asked.spec) ?? before?.spec,
      layout: Layout.safeParse(widget.layout).data ?? before?.layout,
      placedByPerson:
        widget.placed_by === undefined ? (before?.placedByPerson ?? false) : widget.placed_by === "person",
    });
  }

  private noteQuery(query: JsonObject, asked: JsonObject[]): void {
    const id = textAt(query, "query_id", "id");
    if (!id?.startsWith("q_")) return;
    const before = this.queries.get(id);
    const title = textAt(query, "title") ?? before?.title ?? "";
    const input = asked.find((one) => textAt(one, "title") === title) ?? {};
    const columns = list(query.columns).flatMap((column) => {
      const name = text(column) ?? (isJsonObject(column) ? textAt(column, "name") : undefined);
      return name ? [{ name, type: isJsonObject(column) ? (textAt(column, "type") ?? "") : "" }] : [];
    });
    this.queries.set(id, {
      id,
      title,
      columns: columns.length > 0 ? columns : (before?.columns ?? []),
      sql: textAt(query, "sql") ?? textAt(input, "sql") ?? before?.sql,
      params: object(query.params) ?? object(input.params) ?? before?.params ?? {},
    });
  }
}

/** Columns as a view lists them: `q_1 "Churn" version 1 of s_1: "region" VARCHAR, "churn" DOUBLE`. */
function columnsIn(line: string): { name: string; type: string }[] {
  const listed = /(?: of s_\w+: | with columns |\bTypes: )(.*)$/.exec(line)?.[1] ?? "";
  return Array.from(
    listed.matchAll(/"((?:[^"\\]|\\.)*)"(?: ([A-Z][^,(]*(?:\([^)]*\))?))?/g),
    ([, name = "", type = ""]) => ({
      name,
      type: type.trim(),
    }),
  );
}
