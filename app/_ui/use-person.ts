import { useSyncExternalStore } from "react";

/** Whose habits decide how numbers and dates are written (D15). */
export type Person = { locale: string; timeZone: string };

const onServer: Person = { locale: "en-US", timeZone: "UTC" };
let person: Person | null = null;

function current(): Person {
  person ??= { locale: navigator.language, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return person;
}

const never = () => () => {};

/** The reader's language and time zone, as the browser tells them (D15). */
export function usePerson(): Person {
  return useSyncExternalStore(never, current, () => onServer);
}
