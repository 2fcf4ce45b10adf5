"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { requestJson } from "@/app/_session";
import { IconButton } from "@/app/_ui/icon-button";

const dismissedKey = "kaboo-demo-notice";
const listeners = new Set<() => void>();

/** Says plainly that no real model answers, and how to connect one (T6). */
export function DemoNotice() {
  const dismissed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(dismissedKey) === "dismissed",
    () => true,
  );
  const { data: model } = useQuery({
    queryKey: ["health"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { model } = await requestJson<{ model: string }>("/api/health", { signal });
      return model;
    },
  });
  if (dismissed || model !== "demo") return null;
  return (
    <aside
      aria-label="About the demo model"
      className="mb-2 flex items-start gap-2 rounded-lg bg-warning-soft py-2 pr-1 pl-3 text-xs"
      data-tone="warning"
    >
      <p className="min-w-0 flex-1 text-ink">
        <strong className="font-semibold">This is the demo model</strong>: it plans by rules. To connect a
        real one, set <code className="font-mono">ANTHROPIC_API_KEY</code>,{" "}
        <code className="font-mono">OPENAI_API_KEY</code> or <code className="font-mono">MODEL</code> in{" "}
        <code className="font-mono">.env.local</code>.
      </p>
      <IconButton
        label="Dismiss"
        size="sm"
        onClick={() => {
          localStorage.setItem(dismissedKey, "dismissed");
          for (const listener of listeners) listener();
        }}
      >
        <X />
      </IconButton>
    </aside>
  );
}
