import type { Target } from "@/app/_canvas/follow/follow";
import { dropVariables } from "@/app/_canvas/variables/address-prefix";

const keys = ["board", "widget", "query", "source", "table"];

/** What the person opened, as the address says it: so reload, links and Back work. */
export function targetOf(params: { get: (name: string) => string | null }): Target | null {
  const board = params.get("board");
  if (board) return { kind: "dashboard", id: board, widget: params.get("widget") ?? undefined };
  const query = params.get("query");
  if (query) return { kind: "query", id: query };
  const source = params.get("source");
  return source ? { kind: "source", id: source, table: params.get("table") ?? undefined } : null;
}

/** The rest of the address stays as it is. */
export function searchFor(search: string, target: Target | null): string {
  const params = new URLSearchParams(search);
  const sameBoard = target?.kind === "dashboard" && params.get("board") === target.id;
  if (!sameBoard) dropVariables(params);
  for (const key of keys) params.delete(key);
  if (target?.kind === "dashboard") {
    params.set("board", target.id);
    if (target.widget) params.set("widget", target.widget);
  }
  if (target?.kind === "query") params.set("query", target.id);
  if (target?.kind === "source") {
    params.set("source", target.id);
    if (target.table) params.set("table", target.table);
  }
  const text = params.toString();
  return text ? `?${text}` : "";
}
