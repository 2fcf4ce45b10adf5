import { cx } from "./class-names";

/** Work is going on. Says so aloud only when given a label. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          "inline-block size-3.5 shrink-0 animate-spin rounded-full border-[1.5px] border-current border-r-transparent",
          className,
        )}
      />
      {label && (
        <span role="status" className="sr-only">
          {label}
        </span>
      )}
    </>
  );
}
