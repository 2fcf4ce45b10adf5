"use client";

import { useEffect, useState } from "react";
import { useAgentPresence } from "@/app/_session";
import { agentName } from "./agent-name";

/** Tells screen readers who begins and who is done, and nothing in between (U3). */
export function LiveAnnouncer() {
  const working = useAgentPresence()
    .map(({ agent }) => agentName(agent))
    .join(" and ");
  const [last, setLast] = useState("");
  useEffect(() => {
    if (working) setLast(working);
  }, [working]);
  const several = last.includes(" and ");
  const text = working
    ? `${working} ${working.includes(" and ") ? "are" : "is"} working`
    : last && `${last} ${several ? "have" : "has"} finished`;
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
