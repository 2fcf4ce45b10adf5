"use client";

import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/fields";
import { TextInput } from "@/app/_ui/text-input";

/** Asks what a query is called. */
export function SaveDialog({
  busy,
  onSave,
  onClose,
}: {
  busy: boolean;
  onSave: (title: string) => void;
  onClose: () => void;
}) {
  const [title, setTitle] = useState("");
  const named = title.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save the query"
      description="It can then be drawn on a dashboard, and agents know it."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (named) onSave(named);
        }}
        className="flex flex-col gap-4"
      >
        <Field label="Title">
          <TextInput
            autoFocus
            value={title}
            maxLength={200}
            onChange={(event) => setTitle(event.target.value)}
            placeholder="Revenue by region"
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!named || busy}>
            {busy ? "Saving…" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
