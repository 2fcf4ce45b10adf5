"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useSession } from "@/app/_session";
import { IconButton } from "@/app/_ui/icon-button";
import { newId } from "@/lib/shared/id";
import { InspectorButton } from "./inspector-button";
import { Logo } from "./logo";
import { PagesMenu } from "./pages-menu";
import { CommandKeys } from "./palette/command-keys";
import { PresenceList } from "./presence-list";
import { ServersButton } from "./servers/servers-button";
import { ThemeMenu } from "./theme-menu";
import { ThreadMenu } from "./thread-menu";
import { ThreadTitle } from "./thread-title";

export function Header() {
  const router = useRouter();
  const { messages } = useSession();
  return (
    <header className="flex h-11 shrink-0 items-center gap-1 bg-surface px-2 wide:border-b">
      <h1 className="flex shrink-0 items-center gap-2 pl-1 font-semibold text-sm">
        <Logo />
        <span className="max-sm:sr-only">Kaboo</span>
      </h1>
      <span className="mx-1 text-line-strong" aria-hidden="true">
        /
      </span>
      <ThreadMenu />
      <ThreadTitle />
      <div className="flex-1" />
      <PresenceList />
      <ServersButton />
      <CommandKeys />
      <IconButton
        label="New conversation"
        disabled={messages.length === 0}
        onClick={() => router.push(`/threads/${newId("t")}`)}
      >
        <Plus />
      </IconButton>
      {process.env.NODE_ENV === "development" && <InspectorButton />}
      <ThemeMenu />
      <PagesMenu />
    </header>
  );
}
