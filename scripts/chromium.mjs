// Finds a Chromium for the browser tests, or brings one: an installed one, else Playwright's own, else the system's package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { programOf } from "./project.mjs";

const installed = {
  linux: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
  ],
};

const present = () =>
  [...(installed[process.platform] ?? []), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

/** The path of a Chromium. Throws with what to install when none can be had. */
export function findChromium() {
  const found = present();
  if (found) return found;
  spawnSync(process.execPath, [programOf("@playwright/test", "playwright"), "install", "chromium"], {
    stdio: "inherit",
    timeout: 300_000,
  });
  if (present()) return present();
  if (process.platform === "linux" && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: "inherit", env });
  }
  const brought = present();
  if (!brought)
    throw new Error("The browser tests need Chromium. Install it, or run: npx playwright install chromium");
  return brought;
}
