"use client";

import { createContext, useContext } from "react";
import type { Choice } from "@/app/_ui/fields";
import type { Problems } from "./check-arguments";

/** What every field of one form shares. */
export type Form = {
  problems: Problems;
  /** What an id could be instead, by name; empty for what is no id. */
  choicesFor(id: string): Choice[];
  /** A text that isn't JSON has no value: until it is, the form can't be sent. */
  noteBroken(place: string, isBroken: boolean): void;
};

const Context = createContext<Form>({ problems: new Map(), choicesFor: () => [], noteBroken() {} });

export const FormContext = Context.Provider;

export function useForm(): Form {
  return useContext(Context);
}
