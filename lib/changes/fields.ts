import { equalJson } from "@/lib/shared/equal-json";
import type { Json, JsonObject } from "@/lib/shared/json";
import type { Operation } from "@/lib/shared/patch-operation";
import { pointer } from "@/lib/shared/pointer";

/** The operations that turn one object into the other, a member at a time; `keys` say where it stands. */
export function diffMembers(before: JsonObject, after: JsonObject, ...keys: string[]): Operation[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names).flatMap((name) => diffMember(before[name], after[name], pointer(...keys, name)));
}

function diffMember(before: Json | undefined, after: Json | undefined, path: string): Operation[] {
  if (after === undefined) return before === undefined ? [] : [{ op: "remove", path }];
  if (before === undefined) return [{ op: "add", path, value: after }];
  return equalJson(before, after) ? [] : [{ op: "replace", path, value: after }];
}

/** Whether two operations concern the same field: one path is the other, or leads to it (D3). */
export function sameField(a: Operation, b: Operation): boolean {
  return a.path === b.path || a.path.startsWith(`${b.path}/`) || b.path.startsWith(`${a.path}/`);
}
