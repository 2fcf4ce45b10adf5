"use client";

import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useLibrary } from "@/app/_library/use-library";
import { useSession } from "@/app/_session";
import { newId } from "@/lib/shared/id";
import { useThreads } from "../use-threads";
import { whenOf } from "../when";
import type { Command } from "./commands";
import { focusComposer } from "./focus-composer";

const groupNames = { dashboard: "Dashboards", query: "Queries", table: "Tables" };

/** What the palette opens in its place. */
export type Sheet = "shortcuts" | "servers";

/** All that can be done and opened by name, the nearest first. */
export function useCommands(onSheet: (sheet: Sheet) => void): { commands: Command[]; isPending: boolean } {
  const router = useRouter();
  const { setTheme, resolvedTheme } = useTheme();
  const { threadId, status, stop } = useSession();
  const { data: threads = [] } = useThreads();
  const library = useLibrary();
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
    { id: "library", group: "Do", label: "Open the library", run: () => router.push("/library") },
    {
      id: "knowledge",
      group: "Do",
      label: "Edit the team’s knowledge",
      run: () => router.push("/knowledge"),
    },
    { id: "servers", group: "Do", label: "MCP servers", run: () => onSheet("servers") },
    { id: "shortcuts", group: "Do", label: "Keyboard shortcuts", hint: "?", run: () => onSheet("shortcuts") },
  ];
  const commands: Command[] = [
    ...toDo,
    ...(library.data ?? []).map(({ kind, id, title, detail, updatedAt, search }) => ({
      id: `${kind} ${id} ${title}`,
      group: groupNames[kind],
      label: title,
      hint: [detail, updatedAt && whenOf(new Date(updatedAt), new Date()), id].filter(Boolean).join(" · "),
      run: () => window.history.pushState(null, "", search),
    })),
    ...threads
      .filter(({ id }) => id !== threadId)
      .map(({ id, title, updatedAt }) => ({
        id,
        group: "Conversations",
        label: title,
        hint: `${whenOf(new Date(updatedAt), new Date())} · ${id}`,
        run: () => router.push(`/threads/${id}`),
      })),
  ];
  return { commands, isPending: library.isPending };
}
