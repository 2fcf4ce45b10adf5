import type { Actor } from "@/lib/changes/actor";
import { sameField } from "@/lib/changes/fields";
import type { StoredChange } from "@/lib/changes/stored-change";
import type { Operation } from "@/lib/shared/patch-operation";

/** An agent's own earlier calls of this invocation are no surprise to it; a person's other tab is. */
function isOwn(change: StoredChange, { call }: Actor): boolean {
  return call !== undefined && change.invocationId !== "" && change.invocationId === call.invocationId;
}

/** What others changed since, newest last, in the very fields that these operations write (D3). */
export function conflicting(
  operations: readonly Operation[],
  since: readonly StoredChange[],
  actor: Actor,
): StoredChange[] {
  return since.filter(
    (change) =>
      !isOwn(change, actor) &&
      change.operations.some((theirs) => operations.some((ours) => sameField(ours, theirs))),
  );
}
