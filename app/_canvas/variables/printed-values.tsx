"use client";

import { valueWords, variableLabel } from "@/app/_canvas/variables/variable-words";
import { usePerson } from "@/app/_ui/use-person";
import type { Variable } from "@/lib/dashboards/schema";

/** On paper nobody can look what a variable was set to, or when it was printed (D10). */
export function PrintedValues({ variables }: { variables: Variable[] }) {
  const { locale } = usePerson();
  return (
    <p className="hidden text-ink-muted text-sm print:block">
      {variables.map((variable) => `${variableLabel(variable)}: ${valueWords(variable, locale)}`).join(" · ")}
      {variables.length > 0 && " · "}
      Printed <time suppressHydrationWarning>{new Date().toLocaleString(locale)}</time>
    </p>
  );
}
