"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { IconButton } from "@/app/_ui/icon-button";
import { Menu, MenuRadioGroup } from "@/app/_ui/menu";

const themes = [
  { value: "system", label: "As the system", icon: <Monitor /> },
  { value: "light", label: "Light", icon: <Sun /> },
  { value: "dark", label: "Dark", icon: <Moon /> },
] as const;
type Theme = (typeof themes)[number]["value"];

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label="Theme">
          {/* By style sheet: the server doesn't know which it is. */}
          <Sun className="dark:hidden" />
          <Moon className="hidden dark:block" />
        </IconButton>
      }
    >
      <MenuRadioGroup<Theme>
        label="Theme"
        value={theme === "light" || theme === "dark" ? theme : "system"}
        options={themes}
        onChange={setTheme}
      />
    </Menu>
  );
}
