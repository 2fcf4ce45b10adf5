// npm run graph   draws which folder of lib imports which into lib/README.md. With --check, fails when the drawing is old.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programOf, root } from "./project.mjs";

const file = join(root, "lib/README.md");
const [begin, end] = ["<!-- graph -->\n", "<!-- /graph -->"];

const cruised = spawnSync(
  process.execPath,
  [
    programOf("dependency-cruiser", "depcruise"),
    "lib",
    ...["--include-only", "^lib/[^/]+/", "--exclude", "[.]test[.]|/testing/|^lib/(shared|db/generated)/"],
    ...["--collapse", "^lib/[^/]+", "--output-type", "json"],
  ],
  { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 },
);
if (cruised.status !== 0) {
  console.error(cruised.stderr);
  process.exit(1);
}

const name = (path) => path.replace(/^lib\//, "");
const lines = JSON.parse(cruised.stdout).modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => `  ${name(source)} --> ${name(resolved)}`),
);
const drawn = `${begin}\n\`\`\`mermaid\nflowchart TD\n${[...new Set(lines)].sort().join("\n")}\n\`\`\`\n\n`;

const text = readFileSync(file, "utf8");
const [before, rest = ""] = text.split(begin);
const [, after = ""] = rest.split(end);
const redrawn = before + drawn + end + after;
if (redrawn !== text && process.argv.includes("--check")) {
  console.error("The graph in lib/README.md is old: run npm run graph, and look at what is new in it.");
  process.exit(1);
}
writeFileSync(file, redrawn);
