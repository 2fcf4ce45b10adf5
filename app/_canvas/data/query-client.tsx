"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { RequestError } from "@/app/_session";

/** The canvas's cache. Nothing is refetched for its age: versions, parameters and generations are in the keys. */
export function CanvasData({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: Number.POSITIVE_INFINITY,
            refetchOnWindowFocus: false,
            retry: (count, error) => error instanceof RequestError && isPassing(error.status) && count < 2,
          },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const isPassing = (status: number) => status === 0 || status === 429 || status >= 502;
