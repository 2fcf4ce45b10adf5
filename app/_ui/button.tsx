import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";
import { cx } from "./class-names";

export type ButtonProps = ComponentProps<"button"> & { variant?: ButtonVariant; size?: ButtonSize };

export function Button({ variant = "secondary", size = "md", className, ...props }: ButtonProps) {
  return <button type="button" className={cx(buttonClass(variant, size), className)} {...props} />;
}
