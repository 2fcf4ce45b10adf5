import { cx } from "./class-names";

const variants = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border border-line-strong bg-raised text-ink hover:bg-hover",
  ghost: "text-ink-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink",
  danger: "border border-danger/40 bg-raised text-danger hover:bg-danger-soft",
};
const sizes = { sm: "h-7 gap-1.5 px-2.5 text-xs", md: "h-8 gap-2 px-3 text-sm" };

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

/** A button's looks, also for a link. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md"): string {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium",
    "transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 data-disabled:opacity-50",
    variants[variant],
    sizes[size],
  );
}
