import { emptyWorkspace, workspaceKey } from "@/lib/workspace/keys";
import { Workspace } from "@/lib/workspace/schema";

/**
 * The record in a state. What is missing or not of its form is as in the empty record, so that one odd entry never
 * hides the others.
 */
export function workspaceOf(state: { readonly [key: string]: unknown }): Workspace {
  const record = state[workspaceKey];
  const whole = Workspace.safeParse(record);
  if (whole.success) return whole.data;
  if (typeof record !== "object" || record === null) return emptyWorkspace;
  const fields = Object.entries(Workspace.shape).flatMap(([key, field]) => {
    const parsed = field.safeParse(Reflect.get(record, key));
    return parsed.success ? [[key, parsed.data]] : [];
  });
  return { ...emptyWorkspace, ...Object.fromEntries(fields) };
}
