"use client";

import { type ReactNode, Suspense, useState } from "react";
import { Button } from "./button";
import type { DialogProps } from "./dialog-props";
import { onDemand } from "./on-demand";

const DialogFrame = onDemand(async () => (await import("./dialog-frame")).DialogFrame);
export const preloadDialog = DialogFrame.preload;

/** A modal question or form. Its frame is loaded when the first one opens (P7). */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}

/** Asks before something that can't be taken back at once. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  onConfirm,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              onConfirm();
              onOpenChange(false);
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
