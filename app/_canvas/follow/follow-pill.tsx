"use client";

import { Eye, EyeOff, Pause } from "lucide-react";
import type { FollowControls } from "@/app/_canvas/follow/use-follow";
import { Button } from "@/app/_ui/button";
import { cx } from "@/app/_ui/class-names";
import { Menu, MenuRadioGroup } from "@/app/_ui/menu";
import { Tooltip } from "@/app/_ui/tooltip";

const states = {
  following: {
    icon: Eye,
    word: "Following",
    label: "Following the agents",
    hint: "Opens what the agents work on.",
  },
  paused: {
    icon: Pause,
    word: "Paused",
    label: "Following is paused",
    hint: "Stays where you are, since you opened or changed something.",
  },
  off: {
    icon: EyeOff,
    word: "Not following",
    label: "Not following the agents",
    hint: "Nothing opens unless you open it.",
  },
};

const choices = [
  { value: "following", label: "Follow the agents", icon: <Eye aria-hidden="true" /> },
  { value: "off", label: "Don't follow", icon: <EyeOff aria-hidden="true" /> },
] as const;

/** Says whether the canvas follows the agents, and lets the person decide (C1). */
export function FollowPill({ controls, agents }: { controls: FollowControls; agents: string[] }) {
  const { target } = controls.state;
  // Paused in front of nothing is following: whatever comes first is opened.
  const mode = controls.state.mode === "paused" && !target ? "following" : controls.state.mode;
  const { icon: Icon, word, label, hint } = states[mode];
  const working = mode === "following" && agents.length > 0;
  return (
    <div className="flex items-center gap-0.5">
      {mode === "paused" && (
        <Button size="sm" variant="ghost" className="text-accent!" onClick={controls.resume}>
          Follow
        </Button>
      )}
      <Tooltip label={hint}>
        <span>
          <Menu
            trigger={
              <Button
                size="sm"
                variant="ghost"
                aria-label={label}
                className={cx("gap-1.5 px-2", working && "bg-agent-soft text-agent!")}
              >
                <Icon className="size-4 shrink-0" aria-hidden="true" />
                <span className="hidden @lg:inline">{word}</span>
              </Button>
            }
          >
            <MenuRadioGroup
              label="Following"
              value={mode === "paused" ? null : mode}
              options={choices}
              onChange={(next) => (next === "off" ? controls.turnOff() : controls.resume())}
            />
          </Menu>
        </span>
      </Tooltip>
    </div>
  );
}
