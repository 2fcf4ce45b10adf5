"use client";

import { Button as BaseButton } from "@base-ui/react/button";
import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";
import { cx } from "./class-names";

export type ButtonProps = Omit<ComponentProps<typeof BaseButton>, "className"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

export function Button({ variant = "secondary", size = "md", className, ...props }: ButtonProps) {
  return <BaseButton type="button" className={cx(buttonClass(variant, size), className)} {...props} />;
}
