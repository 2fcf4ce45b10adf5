"use client";

import { ChevronsUpDown } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, useState } from "react";
import { useSession } from "@/app/_session";
import { ConfirmDialog } from "@/app/_ui/dialog";
import { IconButton } from "@/app/_ui/icon-button";
import { Popover } from "@/app/_ui/popover";
import { newId } from "@/lib/shared/id";
import type { ThreadSummary } from "@/lib/threads/schema";
import { useThreadEdits } from "./use-threads";

const ThreadList = lazy(() => import("./thread-list"));

/** Opens the list of conversations, and asks before one of them goes. */
export function ThreadMenu() {
  const [open, setOpen] = useState(false);
  const [removing, setRemoving] = useState<ThreadSummary>();
  const { threadId } = useSession();
  const { remove } = useThreadEdits();
  const router = useRouter();

  async function confirmRemove({ id }: ThreadSummary) {
    await remove.mutateAsync({ id }).catch(() => undefined);
    if (id === threadId) router.push(`/threads/${newId("t")}`);
  }

  return (
    <>
      <Popover
        label="Conversations"
        open={open}
        onOpenChange={setOpen}
        className="w-80"
        trigger={
          <IconButton label="Conversations" size="sm">
            <ChevronsUpDown />
          </IconButton>
        }
      >
        <ThreadList
          onClose={() => setOpen(false)}
          onRemove={(thread) => {
            setOpen(false);
            setRemoving(thread);
          }}
        />
      </Popover>
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(next) => {
          if (!next) setRemoving(undefined);
        }}
        title="Delete this conversation?"
        description={`“${removing?.title ?? ""}” goes from the list. The dashboards and queries it made stay.`}
        confirmLabel="Delete"
        onConfirm={() => {
          if (removing) void confirmRemove(removing);
        }}
      />
    </>
  );
}
