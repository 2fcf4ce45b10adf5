import { sameField } from "@/lib/changes/fields";
import type { StoredChange } from "@/lib/changes/stored-change";
import { equalJson } from "@/lib/shared/equal-json";
import { applyPatch, valueAt } from "@/lib/shared/patch";
import type { Operation } from "@/lib/shared/patch-operation";

export type UndoPlan<T> = {
  document: T;
  /** Changes of which nothing is left. */
  undone: string[];
  /** What stays, and why (D4). */
  kept: { changeId: string; reason: string }[];
};

type Naming = (path: string) => string;

/**
 * The document without these changes, keeping what others did later (D4). A field is taken back only while it still
 * holds what the change wrote there. `history` is every change since the oldest of them; it says who was later.
 */
export function planUndo<T>(
  document: T,
  changes: readonly StoredChange[],
  history: readonly StoredChange[],
  nameOf: Naming,
): UndoPlan<T> {
  const plan: UndoPlan<T> = { document, undone: [], kept: [] };
  for (const change of [...changes].sort((a, b) => b.version - a.version)) {
    const reasons: string[] = [];
    const steps = [...change.operations].reverse();
    for (const [index, step] of steps.entries()) {
      const inverse = change.inverse[index];
      const reason = inverse
        ? takeBack(plan, step, inverse, () => laterThan(change, step, history, nameOf))
        : `${nameOf(step.path)} has no way back`;
      if (reason) reasons.push(reason);
    }
    if (reasons.length === 0) plan.undone.push(change.id);
    else plan.kept.push({ changeId: change.id, reason: `${[...new Set(reasons)].join("; ")}.` });
  }
  return plan;
}

function takeBack<T>(
  plan: UndoPlan<T>,
  step: Operation,
  inverse: Operation,
  why: () => string,
): string | undefined {
  const wrote = step.op === "remove" ? undefined : step.value;
  if (!equalJson(valueAt(plan.document, step.path), wrote)) return why();
  try {
    plan.document = applyPatch(plan.document, [inverse]);
    return undefined;
  } catch {
    // What it was part of is gone: the same as a later change.
    return why();
  }
}

function laterThan(change: StoredChange, step: Operation, history: readonly StoredChange[], nameOf: Naming) {
  const later = history.findLast(
    (each) => each.version > change.version && each.operations.some((theirs) => sameField(step, theirs)),
  );
  const what = nameOf(step.path);
  if (!later) return `${what} is no longer as it was left`;
  const who = later.author.kind === "person" ? "a person" : later.author.name;
  return `${what} was changed later by ${who} (${later.id}, version ${later.version})`;
}
