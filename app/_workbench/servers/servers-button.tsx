"use client";

import { Plug } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "@/app/_ui/icon-button";
import type { ServerStatus } from "@/lib/mcp/schema";
import { useServers } from "./use-servers";

const ServersDialog = lazy(() => import("./servers-dialog"));

/** Where MCP servers are configured: how they are, and a mark when one of them needs the person (T2, S9). */
export function ServersButton() {
  const [open, setOpen] = useState(false);
  const { data: servers = [] } = useServers();
  if (servers.length === 0) return null;
  const trouble = troubleOf(servers);
  return (
    <>
      <IconButton
        label={trouble ? `MCP servers: ${trouble}` : "MCP servers"}
        className="relative"
        onClick={() => setOpen(true)}
      >
        <Plug />
        {trouble && (
          <span
            className="absolute top-1 right-1 size-2 rounded-full border border-surface bg-warning"
            aria-hidden="true"
          />
        )}
      </IconButton>
      <Suspense>{open && <ServersDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function troubleOf(servers: readonly ServerStatus[]): string {
  const held = servers.reduce((sum, server) => sum + server.held.length, 0);
  const down = servers.filter(({ state }) => state === "down").length;
  return [
    held > 0 && (held === 1 ? "1 tool has changed" : `${held} tools have changed`),
    down > 0 && `${down} can’t be reached`,
  ]
    .filter(Boolean)
    .join(", ");
}
