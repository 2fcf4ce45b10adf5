import { runtime } from "@/lib/agents/runtime";
import { json, readJson } from "@/lib/http/json";
import { route } from "@/lib/http/route";
import { branchThread } from "@/lib/runs/branch";
import { BranchPoint } from "@/lib/runs/schema";
import { newId } from "@/lib/shared/id";

/** A new conversation that begins as this one did. */
export const POST = route<"id">(async (request, { params, ownerId }) => {
  const { seq } = await readJson(request, BranchPoint);
  const { db, team, threads } = runtime();
  const parts = { db, team, now: () => new Date(), newId };
  const id = await branchThread(parts, { ownerId, threadId: params.id }, seq);
  return json(await threads.get(ownerId, id), { status: 201 });
});
