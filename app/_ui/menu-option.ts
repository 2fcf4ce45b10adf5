import type { ReactNode } from "react";

/** One of several that exclude each other. */
export type MenuOption<T extends string> = { value: T; label: string; icon?: ReactNode };
