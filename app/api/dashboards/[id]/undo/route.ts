import { runtime } from "@/lib/agents/runtime";
import { person } from "@/lib/changes/actor";
import { Undo } from "@/lib/dashboards/schema";
import { etag } from "@/lib/http/if-match";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";

/** The dashboard after it, with what was undone, and what was kept and why (D4). Needs no version: it says what it takes back. */
export const POST = route<"id">(async (request, { params, ownerId }) => {
  const undo = await readJson(request, Undo);
  const { dashboard, undone, kept } = await runtime().dashboards.undo(person(ownerId), params.id, undo);
  return json({ ...dashboard, undone, kept }, { headers: etag(dashboard.version) });
});
