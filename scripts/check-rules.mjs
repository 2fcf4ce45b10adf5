// Every rule of a SPEC.md has a test whose title starts with its id, and every test cites a rule that exists.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { projectFiles, root } from "./project.mjs";

/** Rule id → the file that states it. A rule reads `- E3 …` or `- **E3** …`. */
const rules = new Map();
const problems = [];
for (const file of projectFiles((name) => name === "SPEC.md")) {
  for (const [, id] of readFileSync(file, "utf8").matchAll(/^- \*{0,2}([A-Z]\d+)\*{0,2}[ :]/gm)) {
    if (rules.has(id)) problems.push(`${id} is stated twice: ${relative(root, file)} and ${rules.get(id)}`);
    rules.set(id, relative(root, file));
  }
}

const tested = new Set();
for (const file of projectFiles((name) => /[.](test|spec)[.]tsx?$/.test(name))) {
  const text = readFileSync(file, "utf8");
  for (const [, title] of text.matchAll(/\b(?:test|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*[`"'](\[[^`"']*)/g)) {
    for (const [, ids] of title.matchAll(/^((?:\[[A-Z]\d+\]\s*)+)/g)) {
      for (const [, id] of ids.matchAll(/\[([A-Z]\d+)\]/g)) {
        tested.add(id);
        if (!rules.has(id)) problems.push(`${relative(root, file)} cites ${id}, which no SPEC.md states`);
      }
    }
  }
}
// P rules are measured by `npm run bench` instead.
for (const [id, file] of rules)
  if (!tested.has(id) && !id.startsWith("P")) problems.push(`${id} (${file}) has no test`);

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${rules.size} rules, each with a test`);
