import type { ReactNode } from "react";

/** Nothing here yet: what would be, and how to get it. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-6 py-10 text-center">
      {icon && <div className="mb-1 text-ink-faint [&_svg]:size-6">{icon}</div>}
      <h2 className="font-semibold text-base text-ink">{title}</h2>
      {children && <div className="text-ink-muted text-sm">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
