// npm run reset   forgets every thread, dashboard and upload, and the built pages.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";
import { dataFolder } from "./settings.mjs";

for (const folder of [dataFolder, join(root, ".next")]) rmSync(folder, { recursive: true, force: true });
console.log("Ready to begin again: npm run dev");
