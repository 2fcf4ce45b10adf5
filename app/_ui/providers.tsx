"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { preloadDialog } from "./dialog";
import { preloadMenu } from "./menu";
import { TipLayer } from "./tip-layer";
import { toasts } from "./toast";

const Toaster = lazy(async () => ({ default: (await import("./toaster")).Toaster }));

const preloadAfterMs = 3_000;

/** What every page needs around it: theme, hints, messages, and a cache for what the services answer. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // The server may be on this machine: it answers, or refuses, without a network, too.
          queries: { staleTime: 10_000, retry: 1, networkMode: "always" },
          mutations: { networkMode: "always" },
        },
      }),
  );
  useEffect(() => {
    // What opens on a press has come by then, and the first view hasn't waited for it.
    const timer = setTimeout(() => {
      preloadMenu();
      void preloadDialog();
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ThemeProvider attribute="class" disableTransitionOnChange {...(nonce !== undefined && { nonce })}>
      <QueryClientProvider client={queries}>
        {children}
        <TipLayer />
        <Messages />
      </QueryClientProvider>
    </ThemeProvider>
  );
}

function Messages() {
  const wanted = useSyncExternalStore(toasts.onWanted, toasts.wanted, () => false);
  return <Suspense>{wanted && <Toaster />}</Suspense>;
}
