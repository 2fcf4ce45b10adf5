"use client";

import { BookOpen, Ellipsis, LibraryBig } from "lucide-react";
import { useRouter } from "next/navigation";
import { IconButton } from "@/app/_ui/icon-button";
import { Menu, MenuItem } from "@/app/_ui/menu";

/** Ways to the pages beside the conversation. */
export function PagesMenu() {
  const router = useRouter();
  return (
    <Menu
      trigger={
        <IconButton label="More pages">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<LibraryBig />} onSelect={() => router.push("/library")}>
        Library
      </MenuItem>
      <MenuItem icon={<BookOpen />} onSelect={() => router.push("/knowledge")}>
        Team’s knowledge
      </MenuItem>
    </Menu>
  );
}
