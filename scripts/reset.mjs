// npm run reset   forgets every thread, dashboard and upload, and the built pages.
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "./project.mjs";

for (const folder of [resolve(root, process.env.KABOO_DATA || ".data"), join(root, ".next")]) {
  rmSync(folder, { recursive: true, force: true });
}
console.log("Ready to begin again: npm run dev");
