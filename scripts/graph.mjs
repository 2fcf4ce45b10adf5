// npm run graph   draws which folder of lib imports which into lib/README.md. With --check, fails when the drawing is old;
// in either way when the folders' imports go in a circle.
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
    ...["--config", ".dependency-cruiser.folders.cjs", "--include-only", "^lib/[^/]+/"],
    ...["--output-type", "json"],
  ],
  { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 },
);
if (cruised.status !== 0) {
  console.error(cruised.stderr);
  process.exit(1);
}

const { modules, summary } = JSON.parse(cruised.stdout);
for (const { rule, from, cycle } of summary.violations)
  console.error(`${rule.name}: ${[from, ...cycle.map((step) => step.name)].join(" → ")}`);
if (summary.violations.length > 0) {
  console.error("Move what both need into a folder below them, or let one ask for it as a port.");
  process.exit(1);
}

const folder = (path) => path.split("/")[1];
const lines = modules.flatMap(({ source, dependencies }) =>
  dependencies.flatMap(({ resolved }) =>
    folder(source) === folder(resolved) ? [] : [`  ${folder(source)} --> ${folder(resolved)}`],
  ),
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
