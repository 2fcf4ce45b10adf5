import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "@/app/_ui/icon-button";

/** Removing asks nothing: history takes it back. */
export function EntryButtons({
  name,
  onEdit,
  onRemove,
}: {
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}) {
  return (
    <span className="flex shrink-0">
      <IconButton size="sm" label={`Edit ${name}`} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton size="sm" label={`Remove ${name}`} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </span>
  );
}
