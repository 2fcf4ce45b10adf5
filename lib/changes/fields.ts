import { equalJson } from "@/lib/shared/equal-json";
import type { Operation } from "@/lib/shared/patch-operation";
import { plainJson } from "@/lib/shared/plain-json";
import { pointer } from "@/lib/shared/pointer";

/** The operations that turn one object into the other, a member at a time; `keys` say where it stands. */
export function diffMembers(before: object, after: object, ...keys: string[]): Operation[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Array.from(names).flatMap((name) =>
    diffMember(Reflect.get(before, name), Reflect.get(after, name), pointer(...keys, name)),
  );
}

function diffMember(before: unknown, after: unknown, path: string): Operation[] {
  if (after === undefined) return before === undefined ? [] : [{ op: "remove", path }];
  if (before === undefined) return [{ op: "add", path, value: plainJson(after) }];
  return equalJson(before, after) ? [] : [{ op: "replace", path, value: plainJson(after) }];
}

/** Whether two operations concern the same field: one path is the other, or leads to it (D3). */
export function sameField(a: Operation, b: Operation): boolean {
  return a.path === b.path || a.path.startsWith(`${b.path}/`) || b.path.startsWith(`${a.path}/`);
}
