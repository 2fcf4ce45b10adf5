"use client";

import { LayoutDashboard, MessageSquare } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { Canvas } from "@/app/_canvas/canvas";
import { Chat } from "@/app/_chat/chat";
import { useSession, useWorkspace } from "@/app/_session";
import { Tabs } from "@/app/_ui/tabs";
import { remember } from "./remember";

type Side = "chat" | "canvas";

/**
 * Chat and canvas, side by side. In a narrow window one at a time; that is the style sheet's doing, so that the server's
 * page fits every width and neither side is ever made twice.
 */
export function Panels({ chatWidth }: { chatWidth: number }) {
  const { threadId } = useSession();
  const [side, setSide] = useState<Side>("chat");
  const unread = useUnread(side);
  useOpened(() => setSide("canvas"));
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <div className="border-b bg-surface px-3 pb-2 wide:hidden">
        <Tabs
          label="Show"
          value={side}
          onChange={setSide}
          tabs={[
            { value: "chat", label: "Chat", icon: <MessageSquare />, unread: unread.chat },
            { value: "canvas", label: "Canvas", icon: <LayoutDashboard />, unread: unread.canvas },
          ]}
        />
      </div>
      <Group className="workbench-panels min-h-0 flex-1" data-side={side} orientation="horizontal">
        <Panel
          id="chat"
          defaultSize={chatWidth}
          minSize={320}
          maxSize={720}
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => {
            if (inPixels >= 320) remember("kaboo_chat_width", String(Math.round(inPixels)));
          }}
        >
          <Chat />
        </Panel>
        <Separator
          aria-label="Width of the chat"
          className="relative w-px bg-line forced-colors:bg-[CanvasText] transition-colors duration-100 after:absolute after:inset-y-0 after:-inset-x-1 hover:bg-line-strong data-[separator=active]:bg-accent data-[separator=focus]:bg-accent"
        />
        <Panel id="canvas" minSize={360}>
          <Canvas threadId={threadId} />
        </Panel>
      </Group>
    </main>
  );
}

/** A dot on the side that isn't shown, when something came to it. */
function useUnread(side: Side): Record<Side, boolean> {
  const { messages } = useSession();
  const { changes } = useWorkspace();
  const news = { chat: messages.at(-1)?.id, canvas: changes[0]?.at };
  const seen = useRef(news);
  if (seen.current[side] !== news[side]) seen.current = { ...seen.current, [side]: news[side] };
  return {
    chat: side !== "chat" && seen.current.chat !== news.chat,
    canvas: side !== "canvas" && seen.current.canvas !== news.canvas,
  };
}

/** Told when the person opens something on the canvas by a link. */
function useOpened(onOpened: () => void): void {
  const params = useSearchParams();
  const opened = ["board", "query", "source", "widget"].map((key) => params.get(key) ?? "").join(" ");
  const [before, setBefore] = useState(opened);
  useEffect(() => {
    if (opened === before) return;
    setBefore(opened);
    if (opened.trim() !== "") onOpened();
  }, [opened, before, onOpened]);
}
