"use client";

import { createContext, useContext } from "react";

/** Puts a text into the composer, for the person to change and send. */
export const ComposerFill = createContext<(text: string) => void>(() => {});

export function useFillComposer(): (text: string) => void {
  return useContext(ComposerFill);
}
