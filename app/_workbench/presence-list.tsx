"use client";

import { agentName } from "@/app/_chat/agent-name";
import { summarizeCall } from "@/app/_chat/tool-summary";
import { type Presence, useAgentPresence } from "@/app/_session";
import { Tooltip } from "@/app/_ui/tooltip";

/** Who works on what, while they do (C2). */
export function PresenceList() {
  const present = useAgentPresence();
  if (present.length === 0) return null;
  return (
    <ul aria-label="Agents at work" className="mr-1 flex min-w-0 items-center gap-1">
      {present.map((presence) => (
        <PresenceChip key={presence.subagentRunId ?? "entry"} presence={presence} />
      ))}
    </ul>
  );
}

function PresenceChip({ presence: { agent, tool } }: { presence: Presence }) {
  const name = agentName(agent);
  const work = workOf(tool);
  return (
    <Tooltip label={`${name}: ${work}`}>
      <li
        className="flex h-6 min-w-0 items-center gap-1.5 rounded-full bg-agent-soft px-2 text-agent text-xs"
        data-tone="agent"
      >
        <span className="size-1.5 shrink-0 animate-pulse-soft rounded-full bg-agent" aria-hidden="true" />
        <span className="shrink-0 font-medium">{name}</span>
        <span className="min-w-0 truncate max-lg:sr-only">{work}</span>
      </li>
    </Tooltip>
  );
}

function workOf(tool: string | null): string {
  if (tool === null) return "thinking";
  if (tool.startsWith("delegate___")) return "waiting for others";
  const { text } = summarizeCall(tool, {}, "running", { names: () => undefined });
  return text.charAt(0).toLowerCase() + text.slice(1);
}
