"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { z } from "zod";
import { openOnCanvas } from "@/app/_chat/canvas-link";
import { request, useSession } from "@/app/_session";
import { Dashboard } from "@/lib/dashboards/schema";
import { Query } from "@/lib/queries/schema";
import { newId } from "@/lib/shared/id";
import { Source } from "@/lib/sources/schema";
import { useThreads } from "../use-threads";
import { whenOf } from "../when";
import type { Command } from "./commands";
import { focusComposer } from "./focus-composer";

const Library = {
  dashboards: z.object({ dashboards: z.array(Dashboard.pick({ id: true, title: true })) }),
  queries: z.object({ queries: z.array(Query) }),
  sources: z.object({ sources: z.array(Source) }),
};

/** All that can be done and opened by name, the nearest first. */
export function useCommands(onShortcuts: () => void): { commands: Command[]; isPending: boolean } {
  const router = useRouter();
  const { setTheme, resolvedTheme } = useTheme();
  const { threadId, status, stop } = useSession();
  const { data: threads = [] } = useThreads();
  const library = useQuery({
    queryKey: ["library"],
    queryFn: async ({ signal }) => {
      const read = async (path: string) => (await request(path, { signal })).json();
      const [dashboards, queries, sources] = await Promise.all([
        read("/api/dashboards").then(Library.dashboards.parse),
        read("/api/queries").then(Library.queries.parse),
        read("/api/sources").then(Library.sources.parse),
      ]);
      return { ...dashboards, ...queries, ...sources };
    },
  });
  const { dashboards = [], queries = [], sources = [] } = library.data ?? {};
  const dark = resolvedTheme === "dark";
  const toDo: Command[] = [
    { id: "new", group: "Do", label: "New conversation", run: () => router.push(`/threads/${newId("t")}`) },
    {
      id: "write",
      group: "Do",
      label: "Write to Kaboo",
      hint: "/",
      run: () => requestAnimationFrame(focusComposer),
    },
    ...(status === "running"
      ? [{ id: "stop", group: "Do", label: "Stop the run", hint: "Esc", run: () => void stop() }]
      : []),
    {
      id: "theme",
      group: "Do",
      label: dark ? "Light theme" : "Dark theme",
      run: () => setTheme(dark ? "light" : "dark"),
    },
    { id: "shortcuts", group: "Do", label: "Keyboard shortcuts", hint: "?", run: onShortcuts },
  ];
  const commands: Command[] = [
    ...toDo,
    ...dashboards.map(({ id, title }) => ({
      id,
      group: "Dashboards",
      label: title,
      run: () => openOnCanvas({ kind: "board", id }),
    })),
    ...queries.map(({ id, title }) => ({
      id,
      group: "Queries",
      label: title,
      run: () => openOnCanvas({ kind: "query", id }),
    })),
    ...sources.map(({ id, title, tables }) => ({
      id,
      group: "Sources",
      label: title,
      hint: tables.length === 1 ? "1 table" : `${tables.length} tables`,
      run: () => openOnCanvas({ kind: "source", id }),
    })),
    ...threads
      .filter(({ id }) => id !== threadId)
      .map(({ id, title, updatedAt }) => ({
        id,
        group: "Conversations",
        label: title,
        hint: whenOf(new Date(updatedAt), new Date()),
        run: () => router.push(`/threads/${id}`),
      })),
  ];
  return { commands, isPending: library.isPending };
}
