import { isJsonObject } from "@/lib/shared/json";
import type { Workspace } from "@/lib/workspace/schema";

/** What every thread starts with (K1). */
export const emptyWorkspace: Workspace = {
  focus: null,
  dashboards: {},
  queries: {},
  sources: {},
  pending: [],
  changes: [],
  project: {},
};

export const workspaceKey = "kaboo_workspace";
export const sessionsKey = "kaboo_sessions";
export const referencesKey = "kaboo_references";

/**
 * Whether it has a record's form, as far as a reader walks without looking: whole records come from the store and from
 * checked patches (E6), which the server has read by its schema.
 */
export function isWorkspace(value: unknown): value is Workspace {
  if (!isJsonObject(value)) return false;
  const { focus, ...held } = emptyWorkspace;
  const fits = Object.entries(held).every(([key, empty]) =>
    Array.isArray(empty) ? Array.isArray(value[key]) : isJsonObject(value[key]),
  );
  return fits && (value.focus === focus || isJsonObject(value.focus));
}
