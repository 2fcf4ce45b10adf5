import type { ReactNode } from "react";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  size?: "small" | "wide" | "large";
  children?: ReactNode;
  footer?: ReactNode;
};
