"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { Toaster } from "sonner";
import { TooltipProvider } from "./tooltip";

/** What every page needs around it: theme, tooltips, messages, and a cache for what the services answer. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, retry: 1 } } }),
  );
  return (
    <ThemeProvider attribute="class" disableTransitionOnChange {...(nonce !== undefined && { nonce })}>
      <QueryClientProvider client={queries}>
        <TooltipProvider delay={400}>{children}</TooltipProvider>
        <Toaster
          position="bottom-right"
          toastOptions={{
            unstyled: true,
            classNames: {
              toast:
                "flex w-full items-center gap-2 rounded-lg border border-line bg-raised px-4 py-3 text-ink text-sm shadow-popup",
              description: "text-ink-muted",
              actionButton:
                "ml-auto shrink-0 rounded-md bg-accent px-2 py-1 font-medium text-accent-ink text-xs",
            },
          }}
        />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
