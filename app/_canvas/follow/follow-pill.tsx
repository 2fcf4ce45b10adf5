"use client";

import { Ellipsis, Eye, EyeOff } from "lucide-react";
import type { FollowControls } from "@/app/_canvas/follow/use-follow";
import { Button } from "@/app/_ui/button";
import { IconButton } from "@/app/_ui/icon-button";
import { Menu, MenuItem } from "@/app/_ui/menu";

/** Says whether the canvas follows the agents, and lets the person decide (C1). */
export function FollowPill({ controls, agents }: { controls: FollowControls; agents: string[] }) {
  const { mode, target } = controls.state;
  const working = agents.length > 0;
  return (
    <div className="flex items-center gap-1.5">
      {mode === "paused" && target && (
        <span className="flex items-center gap-1 rounded-full border bg-raised py-0.5 pr-0.5 pl-2.5 text-ink-muted text-xs">
          Following paused
          <Button
            size="sm"
            variant="ghost"
            className="h-6 rounded-full px-2 text-accent!"
            onClick={controls.resume}
          >
            Follow
          </Button>
        </span>
      )}
      <Menu
        trigger={
          <IconButton label="Following" size="sm">
            {mode === "off" ? <EyeOff /> : mode === "following" && working ? <Eye /> : <Ellipsis />}
          </IconButton>
        }
      >
        {mode === "following" ? null : (
          <MenuItem icon={<Eye />} onSelect={controls.resume}>
            Follow what agents do
          </MenuItem>
        )}
        {mode === "off" ? null : (
          <MenuItem icon={<EyeOff />} onSelect={controls.turnOff}>
            Never follow by itself
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}
