import { cx } from "./class-names";

/** The shape of what is loading. Give it a size with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx("animate-pulse-soft rounded-md bg-hover", className)} />;
}
