import type { ComponentProps } from "react";

/** What scrolls by itself must be reachable by keyboard, and have a name. */
export function ScrollBox({ label, ...props }: ComponentProps<"section"> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: some browsers scroll by keyboard only what can be focused
  return <section tabIndex={0} aria-label={label} {...props} />;
}
