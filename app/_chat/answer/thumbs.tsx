"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { IconButton } from "@/app/_ui/icon-button";
import type { NewRating } from "@/lib/runs/schema";
import { useRate } from "./use-answers";

/** Up counts at once; down asks why, and takes no answer, too. Pressing again takes it back. */
export function Thumbs({ runId, rating }: { runId: string; rating: NewRating | null }) {
  const rate = useRate(runId);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const toggle = (value: NewRating["value"]) => {
    if (rating?.value === value) return rate.mutate(null);
    rate.mutate({ value, reason: "" });
    if (value === "down") {
      setReason("");
      setAsking(true);
    }
  };
  return (
    <span className="flex">
      <IconButton label="Good answer" size="sm" active={rating?.value === "up"} onClick={() => toggle("up")}>
        <ThumbsUp />
      </IconButton>
      <IconButton
        label="Poor answer"
        size="sm"
        active={rating?.value === "down"}
        onClick={() => toggle("down")}
      >
        <ThumbsDown />
      </IconButton>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="What was wrong?"
        description="Kept with this answer, for whoever looks after the agents."
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Skip</Button>
            <Button
              variant="primary"
              onClick={() => {
                if (reason.trim() !== "") rate.mutate({ value: "down", reason });
                setAsking(false);
              }}
            >
              Send
            </Button>
          </>
        }
      >
        <textarea
          aria-label="What was wrong"
          value={reason}
          maxLength={2_000}
          rows={4}
          placeholder="The wrong period, a chart nobody asked for…"
          onChange={(event) => setReason(event.target.value)}
          className="w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-2 text-sm placeholder:text-ink-faint"
        />
      </Dialog>
    </span>
  );
}
