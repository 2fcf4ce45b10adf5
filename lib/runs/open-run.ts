import type { RunRequest } from "@/lib/agent/run";
import type { LiveRun } from "@/lib/runs/live-run";
import { checkSize, type TrustedInput, titleOf } from "@/lib/runs/run-input";
import type { RunParts } from "@/lib/runs/run-parts";
import { serverKeys } from "@/lib/runs/state-owners";
import { AppError } from "@/lib/shared/app-error";
import { isJsonObject, type JsonObject } from "@/lib/shared/json";

/** What a run begins with. */
export type RunStart = { seq: number; state: JsonObject; input: JsonObject; request: RunRequest };

/**
 * Stores that a run has begun, and its thread if it is the first. Server-owned state comes from the store, the browser's
 * keys are stored with the run's input and on the thread (O2, O5). Throws conflict for a run id or a message that was
 * there before, or while another process works on the thread; too_large when the browser's keys together are.
 */
export async function openRun(
  { db, team, lease, now }: RunParts,
  { runId, thread: { threadId, ownerId } }: LiveRun,
  trusted: TrustedInput,
  recover: () => Promise<void>,
): Promise<RunStart> {
  const left = await db.run.findFirst({ where: { threadId, status: "running" }, select: { id: true } });
  if (left) await recover();
  const [known, run, message, running] = await db.$transaction([
    db.thread.findUnique({ where: { id: threadId } }),
    db.run.findUnique({ where: { id: runId }, select: { id: true } }),
    db.message.findFirst({ where: { threadId, id: trusted.message.id }, select: { id: true } }),
    db.run.count({ where: { threadId, status: "running" } }),
  ]);
  if (run) throw new AppError("conflict", "This run was started before.");
  if (message) throw new AppError("conflict", "This message was sent before.");
  if (running > 0) throw new AppError("conflict", "This conversation has a run going on elsewhere.");

  const stored = { ...team.initialState, ...object(known?.state) };
  const browserState = { ...object(known?.browserState), ...trusted.browserState };
  checkSize("browserState", browserState);
  const at = now();
  const input = { ...trusted };
  const created = db.$transaction([
    known
      ? db.thread.updateMany({ where: { id: threadId, ownerId }, data: { browserState, updatedAt: at } })
      : db.thread.create({
          data: {
            id: threadId,
            ownerId,
            title: titleOf(trusted.message.content),
            state: serverKeys(stored, team.stateKeys),
            browserState,
            createdAt: at,
            updatedAt: at,
          },
        }),
    db.run.create({
      data: {
        id: runId,
        threadId,
        ownerId,
        status: "running",
        input,
        leaseOwner: lease.owner,
        leaseUntil: lease.until(),
        startedAt: at,
      },
    }),
  ]);
  await created.catch((cause: unknown) => {
    if (!isTaken(cause)) throw cause;
    throw new AppError("conflict", "This run, or its conversation, was started at the same moment.", {
      cause,
    });
  });
  const state = { ...stored, ...browserState };
  const { message: asked, context, forwardedProps } = trusted;
  return {
    seq: known?.seq ?? 0,
    state,
    input,
    request: { threadId, runId, ownerId, message: asked, context, forwardedProps, state },
  };
}

/** Prisma's word for a key that is there already. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}

function object(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
