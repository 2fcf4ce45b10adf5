import { quoteData } from "@/lib/agent/text-for-model";
import type { Dashboard, Variable, Widget } from "@/lib/dashboards/schema";
import { valueText } from "@/lib/dashboards/variables";

/** One widget on one line: `w_7 line "Churn" of q_4 {"x":"month","y":["churn"]} at 0,3 size 6x8`. */
export function renderWidget(widget: Widget): string {
  const { id, kind, title, layout, placedBy } = widget;
  const drawn =
    widget.kind === "text"
      ? `saying ${quoteData(shortened(widget.text, 160))}`
      : `of ${widget.queryId} ${quoteKeys(widget.spec)}`;
  const placed = placedBy === "person" ? ", placed by a person" : "";
  return `${id} ${kind} ${quoteData(title)} ${drawn} at ${layout.x},${layout.y} size ${layout.w}x${layout.h}${placed}`;
}

// Column names come from data: JSON quotes them, and no control character stays.
function quoteKeys(spec: object): string {
  return JSON.stringify(spec, (_, value: unknown) =>
    typeof value === "string" ? JSON.parse(quoteData(value)) : value,
  );
}

export function renderVariable(variable: Variable): string {
  const { name, kind } = variable;
  const text = valueText(variable.value, quoteData);
  const options =
    variable.kind === "choice" || variable.kind === "multi_choice"
      ? ` (of ${variable.options
          .slice(0, 12)
          .map((option) => quoteData(option))
          .join(", ")})`
      : "";
  return `$${name} ${kind} = ${text}${options}`;
}

/** One line: what it is, at which version. */
export function renderTitle({
  id,
  title,
  version,
  report,
}: Pick<Dashboard, "id" | "title" | "version" | "report">) {
  return `${id} ${report ? "report" : "dashboard"} ${quoteData(title)} version ${version}`;
}

/** A dashboard with its variables and widgets, a line each; at most about `limit` characters, saying how many are left out. */
export function renderDashboard(dashboard: Dashboard, limit = Number.POSITIVE_INFINITY): string {
  const { id, description, variables, widgets } = dashboard;
  const lines = [
    renderTitle(dashboard),
    ...(description ? [`  described as ${quoteData(shortened(description, 300))}`] : []),
    ...variables.map((variable) => `  variable ${renderVariable(variable)}`),
    ...(widgets.length > 0 ? [] : ["  no widgets yet"]),
  ];
  let used = lines.join("\n").length;
  let left = 0;
  for (const widget of widgets) {
    const line = `  ${renderWidget(widget)}`;
    if (used + line.length > limit) left += 1;
    else lines.push(line);
    used += line.length + 1;
  }
  if (left > 0) lines.push(`  and ${left} more widgets: dashboard___get_dashboard of ${id} shows them.`);
  return lines.join("\n");
}

function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
