import type { KnowledgeEdits } from "@/app/_knowledge/use-knowledge";
import { Button } from "@/app/_ui/button";

/** What was refused, and the two ways out of a form. */
export function FormFoot({ edit, onCancel }: { edit: KnowledgeEdits["edit"]; onCancel: () => void }) {
  const saving = edit.isPending;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="alert" className="min-w-0 flex-1 basis-60 break-words text-danger text-xs">
        {edit.error?.message}
      </p>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          edit.reset();
          onCancel();
        }}
      >
        Cancel
      </Button>
      <Button size="sm" variant="primary" type="submit" disabled={saving}>
        {saving ? "Saving…" : "Save"}
      </Button>
    </div>
  );
}
