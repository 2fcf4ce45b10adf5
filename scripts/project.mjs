import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The program that an installed package's `bin` names, to be run by this Node: no shell is needed, on Windows neither. */
export function programOf(name, command = name) {
  const folder = join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

const skipped = new Set([
  "node_modules",
  ".git",
  ".next",
  ".data",
  "generated",
  "test-results",
  "playwright-report",
]);

/** Every file of the project whose name `wanted` takes, what is built or installed left out. */
export function* projectFiles(wanted, folder = root) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* projectFiles(wanted, path);
    if (entry.isFile() && wanted(entry.name)) yield path;
  }
}
