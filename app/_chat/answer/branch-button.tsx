"use client";

import { GitBranch } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { jsonBody, requestJson, useSessionObject } from "@/app/_session";
import { IconButton } from "@/app/_ui/icon-button";
import { toast } from "@/app/_ui/toast";

/** Opens a new conversation that begins as this one did, up to the answer it stands at (R4). */
export function BranchButton({ seq }: { seq: number }) {
  const { threadId } = useSessionObject();
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  async function branch() {
    setBusy(true);
    try {
      const path = `/api/threads/${encodeURIComponent(threadId)}/branch`;
      const { id } = await requestJson<{ id: string }>(path, jsonBody("POST", { seq }));
      router.push(`/threads/${id}`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "The conversation could not be branched.");
      setBusy(false);
    }
  }

  return (
    <IconButton label="Branch from here" size="sm" disabled={busy} onClick={() => void branch()}>
      <GitBranch />
    </IconButton>
  );
}
