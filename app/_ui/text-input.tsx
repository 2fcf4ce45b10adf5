import type { ComponentProps } from "react";
import { cx } from "./class-names";

export function TextInput({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      className={cx(
        "h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-sm placeholder:text-ink-faint focus-visible:outline-offset-0",
        className,
      )}
      {...props}
    />
  );
}
