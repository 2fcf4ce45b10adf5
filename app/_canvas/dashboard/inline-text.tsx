"use client";

import { useRef, useState } from "react";
import { cx } from "@/app/_ui/class-names";

type Props = {
  value: string;
  label: string;
  /** Absent where it can't be changed. */
  onSave?: ((value: string) => void) | undefined;
  editing: boolean;
  onEditing: (editing: boolean) => void;
  className?: string | undefined;
  placeholder?: string | undefined;
  /** An empty text is kept as it was. */
  required?: boolean | undefined;
};

/** Text that a double click (or whoever sets `editing`) turns into a field. Enter saves, Escape leaves it as it was. */
export function InlineText({
  value,
  label,
  onSave,
  editing,
  onEditing,
  className,
  placeholder,
  required,
}: Props) {
  if (!editing || !onSave) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard renames by the menu, or Enter on the widget.
      <span
        className={cx("block truncate", className, !value && "text-ink-faint")}
        title={value || undefined}
        onDoubleClick={onSave && (() => onEditing(true))}
      >
        {value || placeholder}
      </span>
    );
  }
  return <Field {...{ value, label, onSave, onEditing, className, placeholder, required }} />;
}

function Field({
  value,
  label,
  onSave,
  onEditing,
  className,
  placeholder,
  required,
}: Omit<Props, "editing">) {
  const [text, setText] = useState(value);
  const done = useRef(false);
  const finish = (save: boolean) => {
    if (done.current) return;
    done.current = true;
    const next = text.trim();
    if (save && next !== value && (next || !required)) onSave?.(next);
    onEditing(false);
  };
  return (
    <input
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the text the person chose to edit.
      autoFocus
      value={text}
      placeholder={placeholder}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish(true);
        if (event.key === "Escape") finish(false);
      }}
      className={cx("-mx-1.5 w-full rounded-sm border border-accent bg-raised px-1 outline-none", className)}
    />
  );
}
