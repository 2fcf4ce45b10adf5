// npm run check   everything fast, in one command; `npm run fix` mends what can be mended by itself.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { programOf, root } from "./project.mjs";

const checks = [
  ["types", [programOf("typescript", "tsc"), "--noEmit"]],
  ["style", [programOf("@biomejs/biome", "biome"), "check", "."]],
  ["imports", [programOf("dependency-cruiser", "depcruise"), "app", "lib", "e2e", "--output-type", "err"]],
  ["graph", [join(root, "scripts/graph.mjs"), "--check"]],
  ["unused", [programOf("knip")]],
  ["migrations", [join(root, "scripts/migration.mjs"), "--check"]],
  ["rules", [join(root, "scripts/check-rules.mjs")]],
  ["documents", [join(root, "scripts/check-documents.mjs")]],
];

let failed = false;
for (const [name, args] of checks) {
  const done = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  const ok = done.status === 0;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}`);
  if (!ok) {
    failed = true;
    process.stdout.write(done.stdout + done.stderr);
  }
}
process.exit(failed ? 1 : 0);
