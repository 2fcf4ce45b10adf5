"use client";

import { CopyButton } from "@/app/_chat/copy-button";
import { agoOf } from "@/app/_ui/ago";
import { cx } from "@/app/_ui/class-names";
import { Dialog } from "@/app/_ui/dialog";
import { ErrorState } from "@/app/_ui/error-state";
import { Skeleton } from "@/app/_ui/skeleton";
import { useNow } from "@/app/_ui/use-now";
import { usePerson } from "@/app/_ui/use-person";
import type { ServerStatus } from "@/lib/mcp/schema";
import { HeldToolCard } from "./held-tool-card";
import { useServers } from "./use-servers";

/** MCP both ways: the servers whose tools agents use, and the address at which other assistants build here. */
export default function ServersDialog({ onClose }: { onClose: () => void }) {
  const { data: servers, error, refetch } = useServers({ closely: true });
  const address = `${window.location.origin}/api/mcp`;
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(open) => !open && onClose()}
      title="MCP servers"
      description="Agents use the tools of these servers, which mcp.json names."
    >
      {error ? (
        <ErrorState compact title="The servers can’t be listed" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : !servers ? (
        <Skeleton className="h-24" />
      ) : servers.length === 0 ? (
        <p className="rounded-lg border border-dashed px-4 py-5 text-ink-muted text-sm">
          None yet. Name one in <code className="font-mono text-xs">mcp.json</code> beside package.json, with
          a <code className="font-mono text-xs">url</code> or a{" "}
          <code className="font-mono text-xs">command</code> under{" "}
          <code className="font-mono text-xs">mcpServers</code>, and start Kaboo again.
        </p>
      ) : (
        <ul className="space-y-3">
          {servers.map((server) => (
            <ServerItem key={server.name} server={server} />
          ))}
        </ul>
      )}
      <section aria-labelledby="mcp-address" className="mt-5 border-t pt-4">
        <h3 id="mcp-address" className="font-medium text-sm">
          Let another assistant build here
        </h3>
        <p className="mt-1 text-ink-muted text-sm">
          Give it this address (streamable HTTP). What it does appears on the open canvas, under its name.
        </p>
        <p className="mt-2 flex items-center gap-2 rounded-md border bg-canvas py-1 pr-1 pl-2.5">
          <code className="min-w-0 flex-1 truncate font-mono text-xs">{address}</code>
          <CopyButton label="Copy the address" text={address} />
        </p>
      </section>
    </Dialog>
  );
}

function ServerItem({ server: { name, state, reason, since, tools, held } }: { server: ServerStatus }) {
  return (
    <li className="rounded-lg border px-3 py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-medium text-sm">{name}</h3>
        <p className="flex items-center gap-1.5 text-ink-muted text-xs">
          <span
            className={cx(
              "size-2 rounded-full",
              { ready: "bg-success", connecting: "animate-pulse-soft bg-ink-faint", down: "bg-danger" }[
                state
              ],
            )}
            aria-hidden="true"
          />
          {{ ready: "Connected", connecting: "Connecting…", down: "Not reachable" }[state]}
          {state === "down" && since && <Since at={since} />}
        </p>
      </div>
      {state === "down" && (
        <p className="mt-1 text-ink-muted text-sm">{reason} It is tried again by itself; the rest works.</p>
      )}
      {held.map((tool) => (
        <HeldToolCard key={`${tool.tool} ${tool.fingerprint}`} held={tool} />
      ))}
      {state === "ready" && <ToolList server={name} tools={tools} />}
    </li>
  );
}

function Since({ at }: { at: string }) {
  const { locale } = usePerson();
  return <span>since {agoOf(at, useNow(), locale)}</span>;
}

function ToolList({ server, tools }: { server: string; tools: readonly string[] }) {
  if (tools.length === 0) return <p className="mt-1 text-ink-muted text-sm">It offers no tools.</p>;
  return (
    <details className="mt-1 text-sm">
      <summary className="w-fit rounded-sm text-ink-muted hover:text-ink">
        {tools.length === 1 ? "1 tool" : `${tools.length} tools`}
      </summary>
      <ul className="mt-1.5 flex flex-wrap gap-1">
        {tools.map((tool) => (
          <li
            key={tool}
            className="max-w-full truncate rounded-sm bg-hover px-1.5 font-mono text-2xs leading-5"
          >
            {tool.slice(server.length + 3)}
          </li>
        ))}
      </ul>
    </details>
  );
}
